-- Jobs of many pages: crawls and batches (contract sections 8 and 9).
create table jobs (
  id uuid primary key,
  team_id uuid not null,
  key_id uuid not null,
  kind text not null check (kind in ('crawl', 'batch-scrape')),
  -- What was started, settled, and sealed: it may hold headers for the site. And the page it started with.
  request text not null,
  url text not null,
  state text not null default 'scraping'
    check (state in ('scraping', 'completed', 'failed', 'cancelled')),
  failure text,
  warning text,
  -- What the team may spend on a page before its real price is known.
  page_price integer not null,
  pages_max integer not null,
  concurrency_max integer,
  delay_ms integer not null default 0,
  next_page_at timestamptz not null default '-infinity',
  -- Pages accepted, of these finished and given up; the rest is open.
  total integer not null default 0,
  completed integer not null default 0,
  failed integer not null default 0,
  credits_used bigint not null default 0,
  -- While pages are still being gathered from elsewhere (sitemaps), a job with no open page is not at its end.
  is_gathering boolean not null,
  gathered_until timestamptz not null default '-infinity',
  served_at timestamptz not null default '-infinity',
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null
);
create index jobs_team on jobs (team_id, created_at desc);
create index jobs_running on jobs (served_at) where state = 'scraping';
create index jobs_expiry on jobs (expires_at);

-- The frontier: every page a job has accepted, once.
create table job_pages (
  job_id uuid not null references jobs on delete cascade,
  -- Order of acceptance, which is breadth first.
  number integer not null,
  identity bytea not null,
  url text not null,
  host text not null,
  depth integer not null,
  scrape_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'held', 'done', 'failed')),
  ready_at timestamptz not null default '-infinity',
  attempts smallint not null default 0,
  holder uuid,
  held_until timestamptz,
  primary key (job_id, number)
);
create unique index job_pages_identity on job_pages (job_id, identity);
create index job_pages_waiting on job_pages (job_id, number) where state = 'waiting';
create index job_pages_held on job_pages (held_until) where state = 'held';

-- Where redirected pages ended, so that a page is delivered once however it is reached.
create table job_landings (
  job_id uuid not null references jobs on delete cascade,
  identity bytea not null,
  primary key (job_id, identity)
);

-- Documents in the order in which they were finished.
create table job_documents (
  job_id uuid not null references jobs on delete cascade,
  place integer not null,
  -- The document as JSON, packed with zstd, and its length before.
  document bytea not null,
  json_bytes integer not null,
  primary key (job_id, place)
);

create table job_errors (
  job_id uuid not null references jobs on delete cascade,
  scrape_id uuid not null,
  url text not null,
  code text not null,
  message text not null,
  created_at timestamptz not null,
  primary key (job_id, scrape_id)
);

-- URLs that robots.txt kept out.
create table job_blocked (
  job_id uuid not null references jobs on delete cascade,
  url text not null,
  primary key (job_id, url)
);

-- Hands out waiting pages: teams and jobs in turn, within the places and the credits of the team, the limit and the
-- delay of the job, and a number of pages of a host at once over all workers.
create function claim_pages(worker uuid, wanted integer, host_max integer, lease interval)
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
      credits_left(job.team_id) / greatest(1, job.page_price),
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
    perform hold_credits(job.team_id, ids::text[], job.page_price, until);
    update jobs j set served_at = clock_timestamp(),
      next_page_at = now() + make_interval(secs => j.delay_ms / 1000.0) where j.id = job.id;
    pages_left := pages_left - cardinality(numbers);
    return query select job.id, n from unnest(numbers) as n;
  end loop;
end $$;
