-- Returns how many concurrency slots background jobs of a team may take now. One is left to a direct request that waits.
-- Takes the lock of the team's slots. A transaction that also needs the lock of its credits takes that one second.
create or replace function slots_for_jobs(team uuid) returns integer language plpgsql as $$
declare
  slots_max integer;
  taken integer;
  waited integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('slots:' || team::text, 0));
  select p.concurrency_max into slots_max from teams t join plans p on p.name = t.plan where t.id = team;
  select count(*) into taken from slots where team_id = team and expires_at > now();
  select count(*) into waited from slot_waits where team_id = team and expires_at > now();
  return greatest(0, coalesce(slots_max, 0) - taken - waited);
end $$;
