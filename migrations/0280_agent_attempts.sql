-- Attempts until the last one that brought a new step: those since then, which ended without one, are the crashes of a run. Replaces a
-- count of claims, which also grew when a process stopped in good order.
alter table agent_runs add column attempts_seen smallint not null default 0;
alter table agent_runs drop column stalled;
