-- Deletes teams without running jobs from the turns of teams, unless a job is being started at this moment.
create or replace function remove_idle_teams() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('team dispatch', 0)) then return; end if;
  delete from team_dispatch t where not exists (select from job_dispatch d where d.team_id = t.team_id);
end $$;
