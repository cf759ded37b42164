-- Leases waiting pages to a worker: round robin over teams and over the jobs of each team, within the slots and credits of the team,
-- the concurrency limit and delay of the job, and a limit of concurrent pages per host over all workers.
-- A team gets an equal share of what is wanted. Its share of the worker's slots is limited by dynamic thresholds (decision 19), which
-- keep a reserve for teams that come later. Slots per host follow the same rule: one team alone gets `host_max` pages of a host,
-- several teams together a quarter more.
-- A page in `fetched` takes no slot of its host. A page in `read` takes no slot of its worker, team, or job.
-- Pages with suspicion 2 or 3 are claimed with `alone` set, one at a time by a worker without other pages. Pages with more are
-- returned so that the worker ends them as failed.
-- A job whose pages cannot be claimed (its row or its team's is broken) is tried again in a minute. It is returned without a number,
-- with the reason as its URL.
create or replace function claim_pages(
  worker uuid, wanted integer, slots_max integer, reserve integer, host_max integer, lease interval, fetched uuid[], read uuid[],
  alone boolean)
returns table (
  job_id uuid, number integer, url text, depth integer, scrape_id uuid, attempts smallint, suspicion smallint,
  zero_data_retention boolean,
  -- True when the job, or the team, is at its limit and this page is not among the first it began with.
  is_of_full_job boolean, is_of_full_team boolean)
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
  held_by_team integer;
  pages_of_team integer;
  pages_left integer := wanted;
  team_places integer;
  job_places integer;
  share bigint;
  until timestamptz := now() + lease;
  host_reserve integer := greatest(1, host_max / 4);
  host_slots integer := host_max + greatest(1, host_max / 4);
  front_length integer;
  numbers integer[];
  ids uuid[];
begin
  -- One claim at a time: the counts below must stay valid until the pages are leased.
  perform pg_advisory_xact_lock(hashtextextended('claims', 0));
  -- A lease may be lost in a crash of the machine: its page is then waiting again.
  perform set_config('synchronous_commit', 'off', true);
  -- Expired leases: their worker has died or could not renew them.
  update job_pages set state = 'waiting', holder = null, suspicion = least(suspicion + 1, 100)
  where state = 'held' and held_until <= now();
  for job in
    with waiting as (
      select j.id, j.team_id, j.page_price, j.delay_ms, j.zero_data_retention, t.served_at,
        case when j.delay_ms > 0 then 1 else j.concurrency_max end as most
      from jobs j left join job_turns t on t.job_id = j.id
      where j.state = 'scraping' and (t.next_page_at is null or t.next_page_at <= now())
        and (not j.zero_data_retention or exists (
          select from job_keys k where k.job_id = j.id and k.keeper = worker and k.sealed is null))
        and exists (select from job_pages p where p.job_id = j.id and p.state = 'waiting' and p.ready_at <= now()
          and (p.suspicion in (2, 3)) = alone))
    select w.*, count(*) over (partition by w.team_id) as jobs, max(w.served_at) over (partition by w.team_id) as team_served_at,
      (select count(distinct team_id) from waiting) as teams
    from waiting w
    order by team_served_at nulls first, w.team_id, w.served_at nulls first
  loop
    exit when pages_left <= 0;
    if team is distinct from job.team_id then
      team := job.team_id;
      teams_left := coalesce(teams_left - 1, job.teams);
      jobs_left := job.jobs;
      held_by_team := (select count(*) from job_pages p join jobs j on j.id = p.job_id
        where p.state = 'held' and p.holder = worker and j.team_id = team and p.scrape_id <> all(read));
      pages_of_team := least(
        ceil(pages_left::numeric / teams_left),
        greatest(
          floor(((slots_max - reserve) * pages_left - held_by_team * reserve)::numeric / slots_max),
          case when held_by_team = 0 then 1 else 0 end));
    end if;
    continue when pages_of_team <= 0;
    jobs_left := jobs_left - 1;
    begin
      team_places := slots_for_jobs(job.team_id)
        + (select count(*) from slots s where s.id = any(read) and s.team_id = job.team_id);
      job_places := case when job.most is not null then job.most - (
        select count(*) from job_pages p where p.state = 'held' and p.job_id = job.id and p.scrape_id <> all(read)) end;
      share := least(
        ceil(pages_of_team::numeric / (jobs_left + 1)), team_places, job_places,
        case when job.page_price > 0 then credits_left(job.team_id) / job.page_price end);
      continue when share <= 0;
      -- When the first pages are of hosts at their limit, look further.
      foreach front_length in array array[wanted, 1000] loop
        with busy as (
          select p.host, count(*) as pages, count(*) filter (where j.team_id = job.team_id) as of_team
          from job_pages p join jobs j on j.id = p.job_id
          where p.state = 'held' and p.scrape_id <> all(fetched) group by p.host),
        front as (
          select p.number, p.host from job_pages p
          where p.job_id = job.id and p.state = 'waiting' and p.ready_at <= now()
            and (p.suspicion in (2, 3)) = alone
          order by p.number limit front_length),
        ranked as (
          select f.number, row_number() over (partition by f.host order by f.number) as place,
            coalesce(b.pages, 0) as pages, coalesce(b.of_team, 0) as of_team
          from front f left join busy b on b.host = f.host)
        select array(select r.number from ranked r
          where r.place <= greatest(
            floor((host_max * (host_slots - r.pages) - r.of_team * host_reserve)::numeric / host_slots),
            case when r.of_team = 0 and r.pages < host_slots then 1 else 0 end)
          order by r.number limit share) into numbers;
        exit when cardinality(numbers) >= share;
      end loop;
      continue when numbers = '{}';
      with held as (
        update job_pages p set state = 'held', holder = worker, held_until = until, attempts = p.attempts + 1
        where p.job_id = job.id and p.number = any(numbers) returning p.scrape_id)
      select array_agg(h.scrape_id) into ids from held h;
      perform hold_slots(job.team_id, ids, until);
      if job.page_price > 0 then
        perform hold_credits(job.team_id, ids::text[], job.page_price, until);
      end if;
      insert into job_turns values (job.id, clock_timestamp(), now() + make_interval(secs => job.delay_ms / 1000.0))
      on conflict (job_id) do update set served_at = excluded.served_at, next_page_at = excluded.next_page_at;
      pages_left := pages_left - cardinality(numbers);
      pages_of_team := pages_of_team - cardinality(numbers);
      return query
        select p.job_id, p.number, p.url, p.depth, p.scrape_id, p.attempts, p.suspicion, job.zero_data_retention,
          p.attempts = 1 and coalesce(job_places <= cardinality(numbers) and p.number > job.most, false),
          p.attempts = 1 and team_places <= cardinality(numbers)
        from job_pages p where p.job_id = job.id and p.number = any(numbers) order by p.number;
    exception when others then
      -- The database failed, not the job.
      if left(sqlstate, 2) in ('40', '53', '55', '57', '58') then raise; end if;
      insert into job_turns values (job.id, clock_timestamp(), now() + interval '1 minute')
      on conflict (job_id) do update set served_at = excluded.served_at, next_page_at = excluded.next_page_at;
      return query select job.id, null::integer, sqlerrm, 0, null::uuid, 0::smallint, 0::smallint, false, false, false;
    end;
  end loop;
end $$;
