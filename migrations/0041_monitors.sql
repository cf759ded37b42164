-- Pages and sites that are looked at again and again (contract section 13).
create table monitors (
  id uuid primary key,
  team_id uuid not null,
  -- The key that made it: its checks are charged to it.
  key_id uuid not null,
  name text not null,
  status text not null default 'active' check (status in ('active', 'paused')),
  cron text not null,
  timezone text not null,
  -- Sealed: both may hold headers for other people's servers.
  targets text not null,
  webhook text,
  notification jsonb not null,
  retention_days integer not null,
  goal text,
  judge_enabled boolean not null,
  -- The time of the schedule; and that time with a delay of the monitor's own, so that not all begin at once.
  next_run_at timestamptz,
  dispatch_at timestamptz,
  last_run_at timestamptz,
  current_check_id uuid,
  last_check_summary jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create index monitors_of_team on monitors (team_id, created_at desc, id desc) where deleted_at is null;
create index monitors_due on monitors (dispatch_at) where status = 'active' and deleted_at is null;

create table monitor_checks (
  id uuid primary key,
  monitor_id uuid not null references monitors on delete cascade,
  team_id uuid not null,
  status text not null check (status in
    ('queued', 'running', 'completed', 'failed', 'partial', 'skipped_overlap', 'skipped_no_credits')),
  trigger text not null check (trigger in ('scheduled', 'manual')),
  scheduled_for timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  estimated_credits integer not null,
  reserved_credits integer,
  actual_credits integer,
  billing_status text not null default 'not_applicable' check (billing_status in
    ('not_applicable', 'reserved', 'confirmed', 'released', 'failed')),
  summary jsonb not null,
  target_results jsonb,
  error text,
  -- When one of its pages was finished last.
  active_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- A due time makes one check, whoever notices it.
create unique index monitor_checks_due on monitor_checks (monitor_id, scheduled_for) where trigger = 'scheduled';
create index monitor_checks_of_monitor on monitor_checks (monitor_id, created_at desc, id desc);
create index monitor_checks_open on monitor_checks (created_at) where status in ('queued', 'running');

-- The jobs that do the work of a check, one for each target.
create table monitor_check_jobs (
  check_id uuid not null references monitor_checks on delete cascade,
  job_id uuid not null,
  target_id uuid not null,
  primary key (check_id, job_id)
);

create table monitor_pages (
  id uuid primary key,
  check_id uuid not null references monitor_checks on delete cascade,
  monitor_id uuid not null,
  target_id uuid not null,
  url text not null,
  -- Of the URL, which may be longer than an index takes.
  identity bytea not null,
  position bigint generated always as identity,
  status text not null check (status in ('same', 'new', 'changed', 'removed', 'error')),
  previous_scrape_id uuid,
  current_scrape_id uuid,
  status_code integer,
  error text,
  metadata jsonb,
  -- JSON, zstd.
  diff bytea,
  credits integer not null,
  created_at timestamptz not null
);
create unique index monitor_pages_once on monitor_pages (check_id, target_id, identity);
create index monitor_pages_of_check on monitor_pages (check_id, position);
create index monitor_pages_of_url on monitor_pages (monitor_id, target_id, identity, position desc);

-- Jobs of monitors hold no credits page by page: their check has set aside what they may cost.
alter table jobs drop constraint jobs_kind_check;
alter table jobs add constraint jobs_kind_check
  check (kind in ('crawl', 'batch-scrape', 'monitor-crawl', 'monitor-scrape'));

create or replace function claim_pages(worker uuid, wanted integer, host_max integer, lease interval)
returns table (job_id uuid, number integer) language plpgsql as $$
#variable_conflict use_column
declare
  job record;
  jobs_left integer;
  pages_left integer := wanted;
  share bigint;
  until timestamptz := now() + lease;
  numbers integer[];
  ids uuid[];
begin
  -- One at a time: what is counted below must not change before it is taken.
  perform pg_advisory_xact_lock(hashtextextended('claims', 0));
  update job_pages set state = 'waiting', holder = null where state = 'held' and held_until <= now();
  for job in
    select j.id, j.team_id, j.page_price, j.concurrency_max, j.delay_ms, count(*) over () as jobs
    from jobs j
    where j.state = 'scraping' and j.next_page_at <= now()
      and exists (select from job_pages p where p.job_id = j.id and p.state = 'waiting' and p.ready_at <= now())
    order by row_number() over (partition by j.team_id order by j.served_at), j.served_at
  loop
    jobs_left := coalesce(jobs_left, job.jobs);
    exit when pages_left <= 0;
    share := least(
      ceil(pages_left::numeric / jobs_left),
      slots_for_jobs(job.team_id),
      case when job.page_price > 0 then credits_left(job.team_id) / job.page_price end,
      case when job.delay_ms > 0 then 1 else coalesce(job.concurrency_max, pages_left) end
        - (select count(*) from job_pages p where p.job_id = job.id and p.state = 'held'));
    jobs_left := jobs_left - 1;
    continue when share <= 0;
    with busy as (
      select p.host, count(*) as pages from job_pages p where p.state = 'held' group by p.host),
    front as (
      select p.number, p.host from job_pages p
      where p.job_id = job.id and p.state = 'waiting' and p.ready_at <= now()
      order by p.number limit 1000),
    ranked as (
      select f.number, row_number() over (partition by f.host order by f.number)
        + coalesce(b.pages, 0) as place
      from front f left join busy b on b.host = f.host),
    chosen as (
      select r.number from ranked r where r.place <= host_max order by r.number limit share),
    held as (
      update job_pages p set state = 'held', holder = worker, held_until = until, attempts = p.attempts + 1
      from chosen where p.job_id = job.id and p.number = chosen.number
      returning p.number, p.scrape_id)
    select array_agg(h.number order by h.number), array_agg(h.scrape_id) into numbers, ids from held h;
    continue when numbers is null;
    perform hold_slots(job.team_id, ids, until);
    if job.page_price > 0 then
      perform hold_credits(job.team_id, ids::text[], job.page_price, until);
    end if;
    update jobs j set served_at = clock_timestamp(),
      next_page_at = now() + make_interval(secs => j.delay_ms / 1000.0) where j.id = job.id;
    pages_left := pages_left - cardinality(numbers);
    return query select job.id, n from unnest(numbers) as n;
  end loop;
end $$;
