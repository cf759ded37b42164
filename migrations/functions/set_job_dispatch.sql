-- Trigger function: a job has a row in `job_dispatch`, and its team one in `team_dispatch`, while it runs. Under a shared lock, so that
-- `remove_idle_teams` removes no team whose job is starting.
create or replace function set_job_dispatch() returns trigger language plpgsql as $$
begin
  if new.state = 'scraping' then
    perform pg_advisory_xact_lock_shared(hashtextextended('team dispatch', 0));
    insert into team_dispatch (team_id) values (new.team_id) on conflict do nothing;
    insert into job_dispatch (job_id, team_id) values (new.id, new.team_id) on conflict do nothing;
  else
    delete from job_dispatch where job_id = new.id;
  end if;
  return null;
end $$;
