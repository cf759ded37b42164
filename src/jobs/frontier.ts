import { openKnown, type ContentSeals } from '#storage/content-seals.ts'
import { timeOf } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Database } from '#storage/database.ts'
import { createAcceptedPages } from './accepted-pages.ts'
import { acceptPages, addBlocked, endIfDone, lockJob } from './accept-pages.ts'
import { finishPages } from './finish-pages.ts'
import { tell } from './job-events.ts'
import type { Announce, Frontier, HeldPage } from './jobs.ts'

interface FrontierDeps {
  readonly database: Database
  /** Pages of one host at the same time, over all workers and teams. */
  readonly hostPagesMax: number
  readonly announce: Announce
  readonly contentSeals: ContentSeals
  readonly log: Log
}

/** A worker that dies is noticed after this time. */
export const holdMs = 15_000
const leaseSeconds = holdMs / 1_000

/** Who finds free places has its pages after this time. */
const turnMsMax = 1_000

interface ClaimedPage extends Omit<HeldPage, 'queuedMs'> {
  readonly leavesNoTrace: boolean
  /** No more pages of the job, or of the team, may be worked on now, and this one is beyond what began with it. */
  readonly isOfFullJob: boolean
  readonly isOfFullTeam: boolean
}

const claimPages = `
  select job_id as "jobId", number, url, depth, scrape_id as "scrapeId", attempts, leaves_no_trace as "leavesNoTrace",
    is_of_full_job as "isOfFullJob", is_of_full_team as "isOfFullTeam"
  from claim_pages($1, $2, $3, $4, $5, make_interval(secs => $6), $7, $8)`

/** Keeps the frontier in the database; `migrations/0110_fair_claims.sql` says how pages are handed out. */
export function createFrontier(deps: FrontierDeps): Frontier {
  const { database, hostPagesMax, contentSeals, log } = deps
  const accepted = createAcceptedPages()
  return {
    async claim(worker, { wanted, slots, reserve, fetched = [], read = [] }) {
      const values = [worker, wanted, slots, reserve, hostPagesMax, leaseSeconds, fetched, read]
      const rows = await database.query<ClaimedPage>(claimPages, values)
      return openKnown(
        rows,
        async ({ leavesNoTrace, isOfFullJob, isOfFullTeam, ...page }) => {
          const seal = await contentSeals.of({ id: page.jobId, leavesNoTrace })
          const waitedMs = Math.max(1, Date.now() - timeOf(page.scrapeId))
          // The first pages of a team may fill it without having waited for anybody.
          const hasWaited = isOfFullJob || (isOfFullTeam && waitedMs > turnMsMax)
          return { ...page, url: seal.openText(page.url), queuedMs: hasWaited ? waitedMs : 0 }
        },
        log,
      )
    },
    async renew(worker) {
      const until = new Date(Date.now() + holdMs)
      await database.query(
        `with renewed as (
           update job_pages set held_until = $2 where holder = $1 and state = 'held'
           returning scrape_id),
         credits as (
           update credit_reservations set expires_at = $2
           where operation_id in (select scrape_id::text from renewed))
         update slots set held_until = $2 where id in (select scrape_id from renewed)`,
        [worker, until],
      )
    },
    async release(worker, pages) {
      await database.query(
        `with released as (
           update job_pages p set state = 'waiting', holder = null, attempts = attempts - 1
           from unnest($2::uuid[], $3::integer[]) u (job_id, number)
           where p.job_id = u.job_id and p.number = u.number and p.holder = $1 and p.state = 'held'
           returning p.scrape_id),
         credits as (
           delete from credit_reservations
           where operation_id in (select scrape_id::text from released))
         delete from slots where id in (select scrape_id from released)`,
        [worker, pages.map(({ jobId }) => jobId), pages.map(({ number }) => number)],
      )
    },
    async finish(worker, jobId, pages) {
      const taken = await database.transaction((sql) =>
        finishPages(sql, { ...deps, accepted }, { worker, jobId, pages }),
      )
      accepted.add(jobId, taken)
    },
    ...gathering(deps),
  }
}

/** Pages that come from elsewhere than the pages of the job. */
function gathering({
  database,
  announce,
  contentSeals,
}: FrontierDeps): Pick<
  Frontier,
  'claimGathering' | 'holdGathering' | 'accept' | 'slowDown' | 'gathered'
> {
  return {
    async claimGathering(worker, fullTeams) {
      const [row] = await database.query<{ id: string; teamId: string }>(
        `update jobs set gathered_until = now() + make_interval(secs => $1)
         where id = (select id from jobs j
           where state = 'scraping' and is_gathering and gathered_until <= now() and team_id <> all($3)
             and (not leaves_no_trace or exists (
               select from job_keys k where k.job_id = j.id and k.keeper = $2 and k.sealed is null))
           order by created_at limit 1 for update skip locked)
         returning id, team_id as "teamId"`,
        [holdMs / 1_000, worker, fullTeams],
      )
      return row
    },
    async holdGathering(jobIds, forMs) {
      await database.query(
        'update jobs set gathered_until = $2 where id = any($1) and is_gathering',
        [jobIds, new Date(Date.now() + forMs)],
      )
    },
    accept: (jobId, pages, blocked) =>
      database.transaction(async (sql) => {
        const job = await lockJob(sql, jobId)
        if (job?.state !== 'scraping') return false
        const content = { jobId, seal: await contentSeals.of(job, sql) }
        await acceptPages(sql, content, pages)
        await addBlocked(sql, content, blocked)
        return job.total + pages.length < job.pagesMax
      }),
    async slowDown(jobId, delayMs) {
      await database.query('update jobs set delay_ms = greatest(delay_ms, $2) where id = $1', [
        jobId,
        Math.ceil(delayMs),
      ])
    },
    gathered: (jobId) =>
      database.transaction(async (sql) => {
        await sql.query('update jobs set is_gathering = false where id = $1', [jobId])
        const job = await lockJob(sql, jobId)
        if (!job || !(await endIfDone(sql, jobId))) return
        await tell(sql, announce, { job, happened: [{ kind: 'completed' }] })
      }),
  }
}
