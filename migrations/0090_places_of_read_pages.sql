-- A page that has been fetched takes no place of its host, and one that has been read and is only to be written takes none of
-- its team and its job: whoever holds it says so.
drop function claim_pages(uuid, integer, integer, interval);
create function claim_pages(
  worker uuid, wanted integer, host_max integer, lease interval, fetched uuid[] default '{}', read uuid[] default '{}')
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
      and (not j.leaves_no_trace or exists (
        select from job_keys k where k.job_id = j.id and k.keeper = worker and k.sealed is null))
      and exists (select from job_pages p where p.job_id = j.id and p.state = 'waiting' and p.ready_at <= now())
    order by row_number() over (partition by j.team_id order by j.served_at), j.served_at
  loop
    jobs_left := coalesce(jobs_left, job.jobs);
    exit when pages_left <= 0;
    share := least(
      ceil(pages_left::numeric / jobs_left),
      slots_for_jobs(job.team_id)
        + (select count(*) from slots s where s.id = any(read) and s.team_id = job.team_id),
      case when job.page_price > 0 then credits_left(job.team_id) / job.page_price end,
      case when job.delay_ms > 0 then 1 else coalesce(job.concurrency_max, pages_left) end
        - (select count(*) from job_pages p
          where p.job_id = job.id and p.state = 'held' and p.scrape_id <> all(read)));
    jobs_left := jobs_left - 1;
    continue when share <= 0;
    with busy as (
      select p.host, count(*) as pages from job_pages p
      where p.state = 'held' and p.scrape_id <> all(fetched) group by p.host),
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
