import { countMax } from '#kernel/count-max.ts'
import { newId } from '#kernel/ids.ts'
import { afterMs, type Sql } from '#storage/database.ts'
import { addPages, addBlocked, endIfDone, lockJob } from './add-pages.ts'
import type { FrontierDeps } from './frontier.ts'
import { leaseMs } from './lease.ts'
import { publish } from './job-events.ts'
import type { Frontier, DiscoveryJob } from './frontier.ts'

/** Leases of discovery. */
export function createDiscoveryLeases(
  deps: FrontierDeps,
): Pick<Frontier, 'claimDiscovery' | 'extendDiscovery' | 'abandonDiscovery' | 'endDiscovery'> {
  const { database, contentSeals } = deps
  return {
    async claimDiscovery(worker, { fullTeams, isAlone }) {
      const [row] = await database.query<DiscoveryJob>(
        `update jobs set discovery_leased_until = now() + make_interval(secs => $1),
           discovery_crash_points = discovery_crash_points + 1
         where id = (select id from jobs j
           where state = 'scraping' and is_discovering and discovery_leased_until <= now() and team_id <> all($3)
             and ($4 or discovery_crash_points < 2) and ${isPayable}
             and (not zero_data_retention or exists (
               select from job_key_ids_of($2) k (job_id) where k.job_id = j.id))
           order by discovery_crash_points < 2 desc, created_at limit 1 for update skip locked)
         returning id, team_id as "teamId", discovery_crash_points as "crashPoints"`,
        [leaseMs / 1_000, worker, fullTeams, isAlone],
      )
      return row
    },
    async extendDiscovery(jobIds, { forMs, points = 0 }) {
      await database.query(
        `update jobs set discovery_leased_until = ${afterMs('$2')},
           discovery_crash_points = least(greatest(discovery_crash_points + $3, 0), 100)
         where id = any($1) and is_discovering`,
        [jobIds, forMs, points],
      )
    },
    abandonDiscovery: (jobId) =>
      database.transaction(async (sql) => {
        const job = await lockJob(sql, jobId)
        if (!job) return
        const seal = await contentSeals.of(job, sql)
        await sql.query(
          `insert into job_errors (job_id, scrape_id, url, code, message, created_at)
           select id, $2, url, 'SCRAPE_RETRY_LIMIT', $3, now() from jobs where id = $1`,
          [jobId, newId(), seal.text(discoveryFailed)],
        )
        await endDiscovery(deps, sql, jobId)
      }),
    endDiscovery: (jobId) => database.transaction((sql) => endDiscovery(deps, sql, jobId)),
  }
}

/**
 * A job reads sitemaps when a page of it was paid, or when the team has credits for a page of each job that reads them: otherwise jobs
 * that can never be paid would read the sitemaps of a site for nothing.
 */
const isPayable = `(page_price = 0
  or exists (select from job_pages p where p.job_id = j.id and p.state <> 'waiting')
  or credits_free(team_id) >= page_price * (1 + (
    select count(*) from jobs o where o.team_id = j.team_id and o.state = 'scraping' and o.is_discovering
      and o.discovery_leased_until > now())))`

async function endDiscovery(
  { publishEvents }: FrontierDeps,
  sql: Sql,
  jobId: string,
): Promise<void> {
  await sql.query('update jobs set is_discovering = false where id = $1', [jobId])
  const job = await lockJob(sql, jobId)
  if (!job || !(await endIfDone(sql, jobId))) return
  await publish(sql, publishEvents, { job, events: [{ kind: 'completed' }] })
}

const discoveryFailed =
  'The sitemaps could not be read, and were given up after several attempts. Pages that are linked were crawled.'

/** Pages found by discovery. */
export function createDiscoveredPages({
  database,
  contentSeals,
}: FrontierDeps): Pick<Frontier, 'addDiscovered' | 'slowDown'> {
  return {
    addDiscovered: (jobId, pages, blocked) =>
      database.transaction(async (sql) => {
        const job = await lockJob(sql, jobId)
        if (job?.state !== 'scraping') return false
        const content = { jobId, seal: await contentSeals.of(job, sql) }
        await addPages(sql, content, pages)
        await addBlocked(sql, content, blocked)
        return job.total + pages.length < job.pagesMax
      }),
    async slowDown(jobId, delayMs) {
      await database.query('update jobs set delay_ms = greatest(delay_ms, $2) where id = $1', [
        jobId,
        Math.min(countMax, Math.ceil(delayMs)),
      ])
    },
  }
}
