-- Leases waiting pages to a worker: round robin over teams and over the jobs of each team, within the slots and credits of the team,
-- the concurrency limit and delay of the job, and a limit of concurrent pages per host over all workers.
-- A team gets an equal share of what is wanted. Its share of the worker's slots is limited by dynamic thresholds (decision 19), which
-- keep a reserve for teams that come later. Slots per host follow the same rule: one team alone gets `host_max` pages of a host,
-- several teams together a quarter more.
-- A page in `fetched` takes no slot of its host. A page in `read` is only waiting to be written: it takes no slot of its worker or job,
-- and its slot of the team is released.
-- Pages with 2 or 3 crash points are claimed with `alone` set, one at a time by a worker without other pages. Pages with more are
-- returned so that the worker ends them as failed.
-- A job whose pages cannot be claimed (its row or its team's is broken) is tried again in a minute. It is returned without a number,
-- with the reason as its URL.
create or replace function claim_pages(
  worker uuid, wanted integer, slots_max integer, reserve integer, host_max integer, lease interval, fetched uuid[], read uuid[],
  alone boolean)
returns table (
  job_id uuid, number integer, url text, depth integer, scrape_id uuid, attempts smallint, crash_points smallint,
  zero_data_retention boolean,
  -- True when the job, or the team, is at its limit and this page is not among the first it began with.
  is_job_at_limit boolean, is_team_at_limit boolean)
language plpgsql
-- These tables grow faster than their statistics are updated; the planner would choose sequential scans for a few rows.
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  job record;
  team uuid;
  teams_left integer;
  jobs_left integer;
  leased_by_team integer;
  pages_of_team integer;
  pages_left integer := wanted;
  team_slots integer;
  job_slots integer;
  share bigint;
  until timestamptz := now() + lease;
  host_reserve integer := greatest(1, host_max / 4);
  host_slots integer := host_max + greatest(1, host_max / 4);
  candidates_max integer;
  numbers integer[];
  ids uuid[];
begin
  -- One claim at a time: the counts below must stay valid until the pages are leased.
  perform pg_advisory_xact_lock(hashtextextended('claims', 0));
  -- A lease may be lost in a crash of the machine: its page is then waiting again.
  perform set_config('synchronous_commit', 'off', true);
  -- Expired leases: their worker has died or could not renew them.
  update job_pages set state = 'waiting', lease_owner = null, crash_points = least(crash_points + 1, 100)
  where state = 'leased' and leased_until <= now();
  perform release_slots(read);
  for job in
    with waiting as (
      select j.id, j.team_id, j.page_price, j.delay_ms, j.zero_data_retention, t.dispatched_at,
        case when j.delay_ms > 0 then 1 else j.concurrency_max end as job_slots_max
      from jobs j left join job_dispatch t on t.job_id = j.id
      where j.state = 'scraping' and (t.next_page_at is null or t.next_page_at <= now())
        and (not j.zero_data_retention or exists (
          select from job_keys k where k.job_id = j.id and k.node_id = worker and k.sealed is null))
        and exists (select from job_pages p where p.job_id = j.id and p.state = 'waiting' and p.ready_at <= now()
          and (p.crash_points in (2, 3)) = alone)),
    leased as materialized (
      select j.team_id, count(*) as pages from job_pages p join jobs j on j.id = p.job_id
      where p.state = 'leased' and p.lease_owner = worker and p.scrape_id <> all(read) group by j.team_id)
    select w.*, (select l.pages from leased l where l.team_id = w.team_id) as leased_pages,
      count(*) over (partition by w.team_id) as jobs, max(w.dispatched_at) over (partition by w.team_id) as team_dispatched_at,
      (select count(distinct team_id) from waiting) as teams
    from waiting w
    order by team_dispatched_at nulls first, w.team_id, w.dispatched_at nulls first
  loop
    exit when pages_left <= 0;
    if team is distinct from job.team_id then
      team := job.team_id;
      teams_left := coalesce(teams_left - 1, job.teams);
      jobs_left := job.jobs;
      leased_by_team := coalesce(job.leased_pages, 0);
      pages_of_team := least(
        ceil(pages_left::numeric / teams_left),
        greatest(
          floor(((slots_max - reserve) * pages_left - leased_by_team * reserve)::numeric / slots_max),
          case when leased_by_team = 0 then 1 else 0 end));
    end if;
    continue when pages_of_team <= 0;
    jobs_left := jobs_left - 1;
    begin
      team_slots := slots_for_jobs(job.team_id);
      job_slots := case when job.job_slots_max is not null then job.job_slots_max - (
        select count(*) from job_pages p where p.state = 'leased' and p.job_id = job.id and p.scrape_id <> all(read)) end;
      share := least(
        ceil(pages_of_team::numeric / (jobs_left + 1)), team_slots, job_slots,
        case when job.page_price > 0 then credits_left(job.team_id) / job.page_price end);
      continue when share <= 0;
      -- When the first pages are of hosts at their limit, look further.
      foreach candidates_max in array array[wanted, 1000] loop
        with candidates as (
          select p.number, p.host from job_pages p
          where p.job_id = job.id and p.state = 'waiting' and p.ready_at <= now()
            and (p.crash_points in (2, 3)) = alone
          order by p.number limit candidates_max),
        busy_hosts as (
          select c.host, b.pages, b.of_team from (select distinct host from candidates) c
          cross join lateral (
            select count(*) as pages, count(*) filter (where j.team_id = job.team_id) as of_team
            from job_pages p join jobs j on j.id = p.job_id
            where p.state = 'leased' and p.host = c.host and p.scrape_id <> all(fetched)) b),
        ranked as (
          select f.number, row_number() over (partition by f.host order by f.number) as host_position, b.pages, b.of_team
          from candidates f join busy_hosts b on b.host = f.host)
        select array(select r.number from ranked r
          where r.host_position <= greatest(
            floor((host_max * (host_slots - r.pages) - r.of_team * host_reserve)::numeric / host_slots),
            case when r.of_team = 0 and r.pages < host_slots then 1 else 0 end)
          order by r.number limit share) into numbers;
        exit when cardinality(numbers) >= share;
      end loop;
      continue when numbers = '{}';
      with leased as (
        update job_pages p set state = 'leased', lease_owner = worker, leased_until = until, attempts = p.attempts + 1
        where p.job_id = job.id and p.number = any(numbers) returning p.scrape_id)
      select array_agg(l.scrape_id) into ids from leased l;
      perform add_slots(job.team_id, ids, until);
      if job.page_price > 0 then
        perform add_credit_reservations(job.team_id, ids::text[], job.page_price, until);
      end if;
      insert into job_dispatch values (job.id, clock_timestamp(), now() + make_interval(secs => job.delay_ms / 1000.0))
      on conflict (job_id) do update set dispatched_at = excluded.dispatched_at, next_page_at = excluded.next_page_at;
      pages_left := pages_left - cardinality(numbers);
      pages_of_team := pages_of_team - cardinality(numbers);
      return query
        select p.job_id, p.number, p.url, p.depth, p.scrape_id, p.attempts, p.crash_points, job.zero_data_retention,
          p.attempts = 1 and coalesce(job_slots <= cardinality(numbers) and p.number > job.job_slots_max, false),
          p.attempts = 1 and team_slots <= cardinality(numbers)
        from job_pages p where p.job_id = job.id and p.number = any(numbers) order by p.number;
    exception when others then
      -- The database failed, not the job.
      if left(sqlstate, 2) in ('40', '53', '55', '57', '58') then raise; end if;
      insert into job_dispatch values (job.id, clock_timestamp(), now() + interval '1 minute')
      on conflict (job_id) do update set dispatched_at = excluded.dispatched_at, next_page_at = excluded.next_page_at;
      return query select job.id, null::integer, sqlerrm, 0, null::uuid, 0::smallint, 0::smallint, false, false, false;
    end;
  end loop;
end $$;
