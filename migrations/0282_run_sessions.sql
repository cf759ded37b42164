-- The run of the agent that a browser session belongs to. Such a session is paid by its run, and callers see it there alone.
alter table browser_sessions add column run_id uuid;
create index browser_sessions_of_run on browser_sessions (run_id) where run_id is not null;
