-- Leases ready items of a queue to a worker and counts the attempt: first attempts before retries, and the lanes round robin, beginning after
-- the lane that was served last. A team has at most `team_max` leased items, a lane at most `retries_max` leased retries; the first
-- attempts of a lane in an ordered queue are leased one at a time, in the order in which they were added.
-- The cost depends on the number of leased items, not on that of waiting items, lanes, or teams.
create or replace function claim_queue_items(
  queue_name text, worker uuid, wanted integer, team_max integer, retries_max integer, is_ordered boolean,
  clock timestamptz, until timestamptz, last_team uuid, last_lane uuid)
returns table (id uuid, team_id uuid, lane uuid, attempts smallint, key_job_id uuid, trace_id text)
language plpgsql
-- The table grows faster than its statistics are updated; the planner would choose sequential scans for a few rows.
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  least_id constant uuid := '00000000-0000-0000-0000-000000000000';
  greatest_id constant uuid := 'ffffffff-ffff-ffff-ffff-ffffffffffff';
  retries boolean;
  has_wrapped boolean;
  team uuid;
  this_lane uuid;
  next record;
  share integer;
  taken integer;
  items_left integer := wanted;
begin
  -- One claim at a time: the counts below must stay valid until the items are leased.
  perform pg_advisory_xact_lock(hashtextextended('queue:' || queue_name, 0));
  -- A lease may be lost in a crash of the machine: its item is then ready again.
  perform set_config('synchronous_commit', 'off', true);
  -- Retries that are due, and expired leases.
  update queue_items i set ready_at = null, lease_owner = null
  where i.queue = queue_name and i.ready_at <= clock and i.id = any(array(
    select d.id from queue_items d where d.queue = queue_name and d.ready_at <= clock
    order by d.ready_at limit 1000 for update skip locked));
  foreach retries in array array[false, true] loop
    team := last_team;
    this_lane := last_lane;
    has_wrapped := false;
    while items_left > 0 loop
      select i.team_id, i.lane into next from queue_items i
      where i.queue = queue_name and i.ready_at is null and i.is_retry = retries and (i.team_id, i.lane) > (team, this_lane)
      order by i.team_id, i.lane limit 1;
      if not found then
        exit when has_wrapped;
        has_wrapped := true;
        team := least_id;
        this_lane := least_id;
        continue;
      end if;
      exit when has_wrapped and (next.team_id, next.lane) > (last_team, last_lane);
      team := next.team_id;
      this_lane := next.lane;
      share := least(items_left, team_max - (
        select count(*) from queue_items h where h.queue = queue_name and h.team_id = team and h.lease_owner is not null));
      if share <= 0 then
        this_lane := greatest_id;
        continue;
      end if;
      if retries then
        share := least(share, retries_max - (
          select count(*) from queue_items h
          where h.queue = queue_name and h.team_id = team and h.lease_owner is not null and h.lane = this_lane and h.attempts > 1));
      elsif is_ordered then
        share := 1 - (
          select count(*) from queue_items h
          where h.queue = queue_name and h.team_id = team and h.lease_owner is not null and h.lane = this_lane and h.attempts = 1);
      end if;
      continue when share <= 0;
      return query
        update queue_items i set ready_at = until, lease_owner = worker, attempts = i.attempts + 1
        where i.queue = queue_name and i.id = any(array(
          select r.id from queue_items r
          where r.queue = queue_name and r.ready_at is null and r.is_retry = retries and r.team_id = team and r.lane = this_lane
            and (r.key_job_id is null or exists (select from job_key_ids_of(worker) k (job_id) where k.job_id = r.key_job_id))
          order by r.position limit share))
        returning i.id, i.team_id, i.lane, i.attempts, i.key_job_id, i.trace_id;
      get diagnostics taken = row_count;
      items_left := items_left - taken;
    end loop;
  end loop;
end $$;
