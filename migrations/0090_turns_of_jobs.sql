-- When a job last had its turn, and when it may have the next. Not among the counters of the job: whoever hands out pages would
-- wait there for whoever writes what became of others.
create table job_turns (
  job_id uuid primary key references jobs on delete cascade,
  served_at timestamptz not null,
  next_page_at timestamptz not null
);
-- While nothing is known of how a table is filled, an index that begins like its key can be taken for the key: the column that
-- tells most goes first.
drop index cached_pages_host;
create index cached_pages_host on cached_pages (reverse(host) text_pattern_ops, team_id);
drop index job_pages_identity;
create unique index job_pages_identity on job_pages (identity, job_id);
drop index jobs_running;
alter table jobs drop column served_at, drop column next_page_at;
create index jobs_running on jobs (team_id) where state = 'scraping';

-- Hands out waiting pages: teams and jobs in turn, within the places and the credits of the team, the limit and the delay of the
-- job, and a number of pages of a host at once over all workers. A page that has been fetched takes no place of its host, and one
-- that has been read and is only to be written takes none of its team and its job: whoever holds it says so.
drop function claim_pages(uuid, integer, integer, interval);
create function claim_pages(
  worker uuid, wanted integer, host_max integer, lease interval, fetched uuid[] default '{}', read uuid[] default '{}')
returns table (
  job_id uuid, number integer, url text, depth integer, scrape_id uuid, attempts smallint, leaves_no_trace boolean,
  -- No more pages of the job, or of the team, may be worked on now, and this one is beyond what began with it.
  is_of_full_job boolean, is_of_full_team boolean)
language plpgsql
-- These tables grow from nothing faster than statistics are made of them: they would be read whole for a few rows.
set enable_seqscan = off set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
  job record;
  jobs_left integer;
  pages_left integer := wanted;
  team_places integer;
  job_places integer;
  share bigint;
  until timestamptz := now() + lease;
  front_length integer;
  numbers integer[];
  ids uuid[];
begin
  -- One at a time: what is counted below must not change before it is taken.
  perform pg_advisory_xact_lock(hashtextextended('claims', 0));
  -- A crash of the machine may lose who holds a page, which is then waiting again.
  perform set_config('synchronous_commit', 'off', true);
  update job_pages set state = 'waiting', holder = null where state = 'held' and held_until <= now();
  for job in
    select j.id, j.team_id, j.page_price, j.delay_ms, j.leaves_no_trace,
      case when j.delay_ms > 0 then 1 else j.concurrency_max end as most, count(*) over () as jobs
    from jobs j left join job_turns t on t.job_id = j.id
    where j.state = 'scraping' and (t.next_page_at is null or t.next_page_at <= now())
      and (not j.leaves_no_trace or exists (
        select from job_keys k where k.job_id = j.id and k.keeper = worker and k.sealed is null))
      and exists (select from job_pages p where p.job_id = j.id and p.state = 'waiting' and p.ready_at <= now())
    order by row_number() over (partition by j.team_id order by t.served_at nulls first), t.served_at nulls first
  loop
    jobs_left := coalesce(jobs_left, job.jobs);
    exit when pages_left <= 0;
    team_places := slots_for_jobs(job.team_id)
      + (select count(*) from slots s where s.id = any(read) and s.team_id = job.team_id);
    job_places := case when job.most is not null then job.most - (
      select count(*) from job_pages p where p.state = 'held' and p.job_id = job.id and p.scrape_id <> all(read)) end;
    share := least(
      ceil(pages_left::numeric / jobs_left), team_places, job_places,
      case when job.page_price > 0 then credits_left(job.team_id) / job.page_price end);
    jobs_left := jobs_left - 1;
    continue when share <= 0;
    -- Behind pages of hosts that are full there may be others.
    foreach front_length in array array[wanted, 1000] loop
      with busy as (
        select p.host, count(*) as pages from job_pages p
        where p.state = 'held' and p.scrape_id <> all(fetched) group by p.host),
      front as (
        select p.number, p.host from job_pages p
        where p.job_id = job.id and p.state = 'waiting' and p.ready_at <= now()
        order by p.number limit front_length),
      ranked as (
        select f.number, row_number() over (partition by f.host order by f.number)
          + coalesce(b.pages, 0) as place
        from front f left join busy b on b.host = f.host)
      select array(select r.number from ranked r where r.place <= host_max order by r.number limit share) into numbers;
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
    return query
      select p.job_id, p.number, p.url, p.depth, p.scrape_id, p.attempts, job.leaves_no_trace,
        p.attempts = 1 and coalesce(job_places <= cardinality(numbers) and p.number > job.most, false),
        p.attempts = 1 and team_places <= cardinality(numbers)
      from job_pages p where p.job_id = job.id and p.number = any(numbers) order by p.number;
  end loop;
end $$;

-- Moves what was charged into the balance, when enough has gathered; behind the lock of the team's credits.
create function fold_credits(team uuid) returns void language plpgsql as $$
declare
  moved bigint;
begin
  if not exists (select from credit_deltas where team_id = team offset 32) then return; end if;
  with folding as (delete from credit_deltas where team_id = team returning amount)
  select coalesce(sum(amount), 0) into moved from folding;
  update credit_balances set folded = folded + moved where team_id = team;
end $$;

-- As before, but folded for jobs too: the balance of a large one would be the sum of all its pages.
create or replace function credits_left(team uuid) returns bigint language plpgsql as $$
begin
  perform open_credit_period(team);
  perform pg_advisory_xact_lock(hashtextextended('credits:' || team::text, 0));
  perform fold_credits(team);
  return credit_balance(team) - coalesce((select sum(amount) from credit_reservations
    where team_id = team and expires_at > now()), 0);
end $$;
create or replace function reserve_credits(team uuid, operation text, wanted bigint, until timestamptz)
returns boolean language plpgsql as $$
declare
  available bigint;
begin
  if not exists (select from credit_balances
    where team_id = team and (period_end is null or period_end > now())) then
    perform open_credit_period(team);
  end if;
  -- A lost reservation harms nobody: the work it was for died with it.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('credits:' || team::text, 0));
  perform fold_credits(team);
  available := credit_balance(team) - coalesce((select sum(amount) from credit_reservations
    where team_id = team and operation_id <> operation and expires_at > now()), 0);
  if available < wanted then return false; end if;
  insert into credit_reservations values (team, operation, wanted, until)
    on conflict (team_id, operation_id) do update set amount = excluded.amount, expires_at = excluded.expires_at;
  return true;
end $$;

-- As before, without reading tables whole.
create or replace function settle_credits(
  team uuid, by_key uuid, charge_kind text, operations text[], amounts bigint[]
) returns bigint language sql as $$
  with charges as (select * from unnest(operations, amounts) as charge (operation, amount)),
  entries as (
    insert into credit_entries (team_id, key_id, operation_id, kind, amount)
    select team, by_key, operation, charge_kind, -amount from charges where amount > 0
    on conflict do nothing returning id, amount),
  deltas as (
    insert into credit_deltas (entry_id, team_id, amount) select id, team, amount from entries),
  freed as (
    delete from credit_reservations where team_id = team and operation_id = any(operations))
  select coalesce(-sum(amount), 0)::bigint from entries
$$;
