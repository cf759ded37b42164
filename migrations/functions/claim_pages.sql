-- Leases waiting pages to a worker: round robin over teams and over the jobs of each team, within the slots and credits of the team,
-- the concurrency limit and delay of the job, and a limit of concurrent pages per host over all workers.
-- A team gets an equal share of what is wanted. Its share of the worker's slots is limited by dynamic thresholds (decision 19), which
-- keep a reserve for teams that come later. Slots per host follow the same rule: one team alone gets `host_max` pages of a host,
-- several teams together a quarter more.
-- A page in `fetched` takes no slot of its host. A page in `read` is only waiting to be written: it takes no slot of its worker or job,
-- and its slot of the team is released.
-- Pages with 2 or 3 crash points are claimed with `alone` set, one at a time by a worker without other pages. Pages with more are
-- returned so that the worker ends them as failed.
-- Jobs are looked at in their turn, many in one statement; the cost of a claim does not grow with the jobs that run. If that statement
-- fails, they are looked at one by one: a job whose pages cannot be claimed (its row or its team's is broken) is tried again in a
-- minute. It is returned without a number, with the reason as its URL.
create or replace function claim_pages(
  worker uuid, wanted integer, slots_max integer, reserve integer, host_max integer, lease interval, fetched uuid[], read uuid[],
  alone boolean)
returns table (
  job_id uuid, number integer, url text, depth integer, scrape_id uuid, attempts smallint, crash_points smallint,
  zero_data_retention boolean,
  -- True when the job, or the team, is at its limit and this page is not among the first it began with.
  is_job_at_limit boolean, is_team_at_limit boolean)
language plpgsql
-- These tables grow faster than their statistics are updated; the planner would choose sequential scans for a few rows. Planning a
-- statement again for its values would cost more than running it.
set enable_seqscan = off set enable_bitmapscan = off set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
  until timestamptz := now() + lease;
  host_reserve integer := greatest(1, host_max / 4);
  pages_at_once constant integer := 4;
  host_slots integer := host_max + greatest(1, host_max / 4);
  pages_left integer := wanted;
  -- How many jobs each stage looks at; the last one looks behind pages of full hosts.
  jobs_max integer[] := array[greatest(8, wanted / 2), 2 * wanted, greatest(256, 8 * wanted), wanted];
  teams_max integer := greatest(1, (select count(*) from (select from team_dispatch limit jobs_max[1]) t));
  seen uuid[] := '{}';
  -- Jobs with pages of full hosts in front.
  behind uuid[] := '{}';
  todo uuid[];
  batch uuid[];
  batch_size integer;
  look_ahead integer;
  job record;
  team uuid;
  teams uuid[];
  teams_left integer;
  jobs_left integer;
  slots_left integer;
  credits_spent bigint;
  budget integer;
  pages_of_team integer;
  share integer;
  taken integer;
  -- Whether the job got nothing because others were first.
  is_late boolean;
  kept uuid[];
  pages integer;
  of_team integer;
  hosts integer[]; host_pages integer[]; taken_of_host integer[];
  shares integer[]; share_pages integer[]; taken_of_share integer[];
  -- Of each page that is taken.
  job_ids uuid[]; team_ids uuid[]; ids uuid[]; tids tid[]; prices bigint[]; job_slots integer[]; team_slots integer[];
begin
  -- One claim at a time: the counts below must stay valid until the pages are leased.
  perform pg_advisory_xact_lock(hashtextextended('claims', 0));
  -- A lease may be lost in a crash of the machine: its page is then waiting again.
  perform set_config('synchronous_commit', 'off', true);
  -- Expired leases: their worker has died or could not renew them. Earlier ones are released by `expire` of the frontier.
  update job_pages set state = 'waiting', lease_owner = null, crash_points = least(crash_points + 1, 100)
  where lease_owner is not null and leased_until <= now() and leased_until > now() - interval '1 minute';
  perform release_slots(read);
  for stage in 1..4 loop
    -- What remains is hardly more than the reserve.
    exit when pages_left <= wanted / 4;
    if stage < 4 then
      todo := array(
        select r.job_id from team_dispatch t cross join lateral (
          select d.job_id from job_dispatch d
          where d.team_id = t.team_id and d.next_page_at <= now() and d.job_id <> all(seen)
            and (select true from job_pages p where p.job_id = d.job_id and p.state = 'waiting' and p.ready_at <= now()
              and (p.crash_points in (2, 3)) = alone order by p.number::bigint limit 1)
            and (select not j.zero_data_retention or exists (
                select from job_keys k where k.job_id = j.id and k.node_id = worker and k.sealed is null)
              from jobs j where j.id = d.job_id and j.state = 'scraping')
          order by d.turn_at limit ceil(jobs_max[stage]::numeric / teams_max)) r
        order by t.turn_at limit jobs_max[stage]);
      seen := seen || todo;
      look_ahead := greatest(pages_at_once, 2 * wanted / greatest(1, cardinality(todo)));
    else
      todo := array(select d.job_id from job_dispatch d where d.job_id = any(behind)
        and d.searched_at < now() - interval '250 milliseconds' order by d.turn_at limit jobs_max[stage]);
      look_ahead := 1000;
    end if;
    batch_size := greatest(1, cardinality(todo));
    while todo <> '{}' and pages_left > 0 loop
      batch := todo[1:batch_size];
      todo := todo[batch_size + 1:];
      begin
        budget := case when batch_size = 1 then ceil(pages_left::numeric / (cardinality(todo) + 1)) else pages_left end;
        team := null; teams_left := null; kept := '{}'; ids := '{}'; job_ids := '{}'; team_ids := '{}'; tids := '{}'; prices := '{}';
        job_slots := '{}'; team_slots := '{}';
        teams := array(select distinct d.team_id from job_dispatch d where d.job_id = any(batch));
        for job in
          with limited as materialized (
            select array_agg(j.id) as ids from jobs j where j.id = any(batch) and (j.delay_ms > 0 or j.concurrency_max is not null)),
          in_work as materialized (
            select p.job_id, count(*) as pages from limited l join job_pages p on (p.job_id = any(l.ids)) is true
            where l.ids is not null and p.lease_owner is not null and p.leased_until > now() and p.scrape_id <> all(read) group by p.job_id),
          own as materialized (
            select j.team_id, sum(p.pages) as pages
            from (
              select p.job_id, count(*) as pages from job_pages p
              where p.lease_owner = worker and p.leased_until > now() and p.scrape_id <> all(read) group by p.job_id) p
            join jobs j on j.id = p.job_id group by j.team_id),
          candidate as materialized (
            select j.*, p.* from (
              select b.position, j.id, j.team_id, j.page_price, s.slots as team_slots, case when j.page_price > 0 then c.credits end as credits,
                (case when j.delay_ms > 0 then 1 else j.concurrency_max end
                  - coalesce((select w.pages from in_work w where w.job_id = j.id), 0))::integer as job_slots
              from unnest(batch) with ordinality b (id, position) join jobs j on j.id = b.id
              join slots_for_jobs(teams) s on s.team_id = j.team_id
              left join credits_left(array(
                select distinct j.team_id from jobs j where j.id = any(batch) and j.page_price > 0)) c on c.team_id = j.team_id) j
            cross join lateral (
              select p.ctid as tid, p.number, p.host, p.scrape_id from job_pages p
              where p.job_id = j.id and p.state = 'waiting' and p.ready_at <= now() and (p.crash_points in (2, 3)) = alone
              order by p.number::bigint limit look_ahead) p
            where j.team_slots > 0 and coalesce(j.job_slots > 0, true) and coalesce(j.credits >= j.page_price, true)),
          -- What teams have in work at the hosts, and numbers for both.
          host as materialized (
            select h.*, b.pages, b.of_team, dense_rank() over (order by h.host) as host_index, row_number() over () as share_index
            from (select distinct host, team_id from candidate) h cross join lateral (
              select count(*) as pages, count(*) filter (where o.team_id = h.team_id) as of_team
              from job_pages p join jobs o on o.id = p.job_id
              where p.state = 'leased' and p.host = h.host and p.leased_until > now() and p.scrape_id <> all(fetched)) b),
          listed as (
            select c.id, c.team_id, c.page_price, c.team_slots, c.credits, c.job_slots, min(c.position) as position,
              array_agg(c.tid order by c.number) as tids, array_agg(c.scrape_id order by c.number) as ids,
              array_agg(h.host_index order by c.number) as hosts, array_agg(h.pages order by c.number) as host_pages,
              array_agg(h.share_index order by c.number) as shares, array_agg(h.of_team order by c.number) as share_pages
            from candidate c join host h on h.host = c.host and h.team_id = c.team_id
            group by c.id, c.team_id, c.page_price, c.team_slots, c.credits, c.job_slots)
          select l.*, coalesce((select pages from own where own.team_id = l.team_id), 0) as leased_pages,
            count(*) over (partition by l.team_id) as jobs, (select count(distinct team_id) from listed) as teams,
            (select count(*)::integer from host) as hosts_max, min(l.position) over (partition by l.team_id) as team_position
          from listed l order by team_position, l.position
        loop
          if teams_left is null then
            taken_of_host := array_fill(0, array[job.hosts_max]);
            taken_of_share := taken_of_host;
          end if;
          if team is distinct from job.team_id then
            team := job.team_id;
            teams_left := coalesce(teams_left - 1, job.teams);
            jobs_left := job.jobs;
            slots_left := job.team_slots;
            credits_spent := 0;
            pages_of_team := least(ceil(budget::numeric / teams_left), greatest(
              ((slots_max - reserve) * budget - job.leased_pages * reserve) / slots_max,
              case when job.leased_pages = 0 then 1 else 0 end));
          end if;
          -- Among many jobs, some pages of each in turn cost less than one page: they are also ended together.
          share := least(
            case when jobs_left > pages_of_team then pages_at_once else ceil(pages_of_team::numeric / jobs_left) end, pages_of_team, slots_left, job.job_slots, (job.credits - credits_spent) / nullif(job.page_price, 0));
          jobs_left := jobs_left - 1;
          taken := 0;
          is_late := share <= 0;
          hosts := job.hosts; host_pages := job.host_pages; shares := job.shares; share_pages := job.share_pages;
          for i in 1..cardinality(hosts) loop
            exit when taken >= share;
            pages := host_pages[i] + taken_of_host[hosts[i]];
            of_team := share_pages[i] + taken_of_share[shares[i]];
            if host_max * (host_slots - pages) - of_team * host_reserve >= host_slots or (of_team = 0 and pages < host_slots) then
              taken := taken + 1;
              taken_of_host[hosts[i]] := taken_of_host[hosts[i]] + 1;
              taken_of_share[shares[i]] := taken_of_share[shares[i]] + 1;
              tids := tids || (job.tids)[i];
              ids := ids || (job.ids)[i];
            else
              is_late := is_late or taken_of_host[hosts[i]] > 0;
            end if;
          end loop;
          if taken < share and cardinality(hosts) = look_ahead and stage < 4 then behind := behind || job.id; end if;
          if taken = 0 then
            if is_late then kept := kept || job.id; end if;
            continue;
          end if;
          budget := budget - taken;
          pages_of_team := pages_of_team - taken;
          slots_left := slots_left - taken;
          credits_spent := credits_spent + taken * job.page_price;
          job_ids := job_ids || array_fill(job.id, array[taken]);
          team_ids := team_ids || array_fill(team, array[taken]);
          prices := prices || array_fill(job.page_price::bigint, array[taken]);
          job_slots := job_slots || array_fill(job.job_slots, array[taken]);
          team_slots := team_slots || array_fill(job.team_slots, array[taken]);
        end loop;
        -- Jobs that got pages, and those that can get none now, have had their turn; those that others left nothing keep it.
        update job_dispatch d set turn_at = clock_timestamp(),
          dispatched_at = case when d.job_id = any(job_ids) then clock_timestamp() else d.dispatched_at end,
          searched_at = case when stage = 4 and d.job_id <> all(job_ids) then now() else d.searched_at end,
          next_page_at = case when d.job_id = any(job_ids)
            then now() + (select make_interval(secs => j.delay_ms / 1000.0) from jobs j where j.id = d.job_id) else d.next_page_at end
        where d.job_id = any(batch) and d.job_id <> all(kept);
        update team_dispatch t set turn_at = clock_timestamp() where t.team_id = any(teams) and (t.team_id = any(team_ids)
          or not exists (select from job_dispatch d where d.team_id = t.team_id and d.job_id = any(kept)));
        continue when ids = '{}';
        perform add_slots(team_ids, ids, until);
        perform add_credit_reservations(team_ids, ids::text[], prices, until);
        return query
          with leased as (
            update job_pages p set state = 'leased', lease_owner = worker, leased_until = until, attempts = p.attempts + 1
            where p.ctid = any(tids) and p.scrape_id = any(ids) and p.state = 'waiting'
            returning p.job_id, p.number, p.url, p.depth, p.scrape_id, p.attempts, p.crash_points)
          select l.*, j.zero_data_retention,
            l.attempts = 1 and coalesce(t.job_slots <= count(*) over (partition by l.job_id)
              and l.number > case when j.delay_ms > 0 then 1 else j.concurrency_max end, false),
            l.attempts = 1 and t.team_slots <= count(*) over (partition by j.team_id)
          from unnest(ids, job_slots, team_slots) with ordinality t (id, job_slots, team_slots, position)
          join leased l on l.scrape_id = t.id join jobs j on j.id = l.job_id order by t.position;
        pages_left := pages_left - cardinality(ids);
      exception when others then
        -- The database failed, not a job.
        if left(sqlstate, 2) in ('40', '53', '55', '57', '58') then raise; end if;
        if cardinality(batch) > 1 then
          todo := batch || todo;
          batch_size := 1;
          continue;
        end if;
        update job_dispatch d set turn_at = clock_timestamp(), dispatched_at = clock_timestamp(), next_page_at = now() + interval '1 minute'
        where d.job_id = batch[1];
        return query select batch[1], null::integer, sqlerrm, 0, null::uuid, 0::smallint, 0::smallint, false, false, false;
      end;
    end loop;
  end loop;
end $$;
