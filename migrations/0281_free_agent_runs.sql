-- Whether a run was one of the free runs of its team on that day.
alter table agent_runs add column is_free boolean not null default false;
