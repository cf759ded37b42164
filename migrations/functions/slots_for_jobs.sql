-- Returns how many concurrency slots background jobs of each team may take now. One is left to a direct request that waits.
-- Takes the locks of the teams' slots. A transaction that also needs locks of credits takes those second.
create or replace function slots_for_jobs(teams uuid[]) returns table (team_id uuid, slots integer) language plpgsql as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtextextended('slots:' || team::text, 0)) from unnest(teams) team;
  return query
    select t.id, greatest(0, p.concurrency_max
      - (select count(*) from slots s where s.team_id = t.id and s.expires_at > now())
      - (select count(*) from slot_waits w where w.team_id = t.id and w.expires_at > now()))::integer
    from unnest(teams) team join teams t on t.id = team join plans p on p.name = t.plan;
end $$;
