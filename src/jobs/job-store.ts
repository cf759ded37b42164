import type { Log } from '#kernel/log.ts'
import { currentTrace } from '#kernel/trace.ts'
import { openReadable, type ContentSeal, type ContentSeals } from '#storage/content-seals.ts'
import { afterMs, type Database, type Sql } from '#storage/database.ts'
import { addPages, expiryOfEnded, lockJob } from './add-pages.ts'
import { createEndUnpaid } from './end-unpaid.ts'
import { createJobContents } from './job-contents.ts'
import { createJobTimeline } from './job-timeline.ts'
import { createJobList } from './job-list.ts'
import { publish } from './job-events.ts'
import type { PublishJobEvents, Job, JobRef, Jobs, JobState, NewJob } from './job.ts'

const columns = `id, team_id as "teamId", principal, kind, url, trace_id as "traceId", request, state, failure, warning,
  total, completed, refused, credits_used as "creditsUsed", zero_data_retention as "zeroDataRetention",
  team_in_safe_mode(team_id) as "safeMode", created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt"`
const ofTeam = 'id = $1 and team_id = $2 and kind = $3'
const removedAtOnce = 20
/** States in which pages can be added. */
const takesPages: ReadonlySet<JobState> = new Set(['scraping', 'completed'])

interface JobsDeps {
  readonly database: Database
  readonly publishEvents: PublishJobEvents
  readonly contentSeals: ContentSeals
  readonly log: Log
}

/** Returns the jobs of the database. */
export function createJobs(deps: JobsDeps): Jobs {
  const { database, publishEvents, contentSeals } = deps
  return {
    ...reading(deps),
    ...createJobList(deps),
    ...createJobContents(deps),
    ...createJobTimeline(deps.database),
    ...ending(deps),
    endUnpaid: createEndUnpaid(deps),
    async start(sql, job) {
      const seal = await contentSeals.create(sql, job)
      const webhook = job.webhook ? seal.object(job.webhook) : null
      if (!(await insertJob(sql, { job, seal, webhook }))) return
      await publish(sql, publishEvents, { job: { ...job, webhook }, events: [{ kind: 'started' }] })
    },
    append: ({ id, teamId, kind }, pages) =>
      database.transaction(async (sql) => {
        const job = await lockJob(sql, id)
        const isTheirs = job?.teamId === teamId && job.kind === kind
        if (!isTheirs || !takesPages.has(job.state)) return false
        await sql.query(
          `update jobs set pages_max = pages_max + $2, state = 'scraping', finished_at = null
           where id = $1`,
          [id, pages.length],
        )
        await addPages(sql, { jobId: id, seal: await contentSeals.of(job, sql) }, pages)
        return true
      }),
  }
}

/** Sets that are stored for ever would outlive their team. */
const giveUpSets = (database: Database, teamId: string) =>
  database.query(
    `update jobs set kept_as = null, expires_at = now() + interval '1 day'
     where team_id = $1 and kept_as is not null`,
    [teamId],
  )

function ending({
  database,
  publishEvents,
}: JobsDeps): Pick<Jobs, 'cancel' | 'cancelAll' | 'endLost' | 'sweep'> {
  const cancel: Jobs['cancel'] = ({ id, teamId, kind }) =>
    database.transaction(async (sql) => {
      const job = await lockJob(sql, id)
      if (job?.teamId !== teamId || job.kind !== kind) return undefined
      if (job.state !== 'scraping') return job.state
      await sql.query(
        `update jobs set state = 'cancelled', finished_at = now(), expires_at = ${expiryOfEnded}
           where id = $1`,
        [id],
      )
      await publish(sql, publishEvents, { job, events: [{ kind: 'cancelled' }] })
      return job.state
    })
  return {
    cancel,
    async cancelAll(teamId) {
      await giveUpSets(database, teamId)
      for (const job of await listRunning(database, teamId)) await cancel(job)
    },
    async endLost() {
      await database.query(
        `with lost as (
           update jobs j set request = null, url = '', webhook = null, is_discovering = false,
             state = case when state = 'scraping' then 'failed' else state end,
             failure = case when state = 'scraping' then $1 else failure end,
             finished_at = coalesce(finished_at, now()),
             expires_at = case when state = 'scraping' then ${expiryOfEnded} else now() end
           where zero_data_retention and request is not null
             and not exists (select from job_key_ids() k (job_id) where k.job_id = j.id)
           returning id),
         pages as (delete from job_pages where job_id in (select id from lost)),
         landings as (delete from job_final_urls where job_id in (select id from lost)),
         documents as (delete from job_documents where job_id in (select id from lost)),
         errors as (delete from job_errors where job_id in (select id from lost)),
         blocked as (delete from job_robots_blocked where job_id in (select id from lost))
         select delete_zero_data_retention_deliveries(array_agg(id)) from lost having count(*) > 0`,
        [keyLost],
      )
    },
    async sweep() {
      let removed = removedAtOnce
      while (removed === removedAtOnce) {
        const rows = await database.query(
          `delete from jobs where id in (
             select id from jobs where expires_at <= now() limit $1 for update skip locked)
           returning id`,
          [removedAtOnce],
        )
        removed = rows.length
      }
      await database.query('select remove_idle_teams()', [])
    },
  }
}

const listRunning = (database: Database, teamId: string) =>
  database.query<JobRef>(
    `select id, team_id as "teamId", kind from jobs where team_id = $1 and state = 'scraping'`,
    [teamId],
  )

const keyLost =
  'The process that had the key of this job has ended, so that its content under zero data retention can no longer be decrypted. Start the job again.'

/** `request` is null when the key of the job is lost. */
type StoredJob = Omit<Job, 'request'> & { readonly request: string | null }

type Reading = Pick<Jobs, 'read' | 'byId' | 'stopped' | 'running' | 'pagesWaiting'>

function reading({ database, contentSeals, log }: JobsDeps): Reading {
  async function opened(row: StoredJob): Promise<Job> {
    if (row.request === null) return { ...row, request: {} }
    const seal = await contentSeals.of(row)
    return { ...row, url: seal.openText(row.url), request: seal.openObject(row.request) }
  }
  const first = async (condition: string, values: readonly string[]) => {
    const [job] = await database.query<StoredJob>(
      `select ${columns} from jobs where ${condition}`,
      values,
    )
    return job && opened(job)
  }
  return {
    read: (ref) => first(ofTeam, listValues(ref)),
    async byId(id) {
      return first('id = $1 and expires_at > now()', [id])
    },
    async stopped(ids) {
      const rows = await database.query<{ id: string }>(
        `select id from unnest($1::uuid[]) id
         where not exists (select from jobs j where j.id = id and j.state = 'scraping')`,
        [ids],
      )
      return rows.map(({ id }) => id)
    },
    async running(teamId, kind) {
      const rows = await database.query<StoredJob>(
        `select ${columns} from jobs where team_id = $1 and kind = $2 and state = 'scraping'
           and expires_at > now() order by created_at desc`,
        [teamId, kind],
      )
      return openReadable(rows, opened, { log })
    },
    async pagesWaiting(teamId) {
      const [row] = await database.query<{ pages: number }>(
        `select count(*) as pages from jobs j join job_pages p on p.job_id = j.id
         where j.team_id = $1 and j.state = 'scraping' and p.state = 'waiting'`,
        [teamId],
      )
      return row?.pages ?? 0
    },
  }
}

const listValues = ({ id, teamId, kind }: JobRef) => [id, teamId, kind]

/** Returns false when the job exists, because the request that started it is repeated. */
async function insertJob(
  sql: Sql,
  {
    job,
    seal,
    webhook,
  }: { readonly job: NewJob; readonly seal: ContentSeal; readonly webhook: string | null },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into jobs (id, team_id, principal, kind, request, url, page_price, pages_max,
       concurrency_max, delay_ms, is_discovering, warning, created_at, expires_at, webhook,
       zero_data_retention, trace_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, date_trunc('milliseconds', now()),
       date_trunc('milliseconds', ${afterMs('$13')}), $14, $15, $16)
     on conflict (id) do nothing returning id`,
    [
      job.id,
      job.teamId,
      job.principal,
      job.kind,
      seal.object(job.request),
      seal.text(job.url),
      job.pagePrice,
      job.pagesMax,
      job.concurrencyMax ?? null,
      job.delayMs,
      job.isDiscovering,
      job.warning ?? null,
      job.lifeMs,
      webhook,
      job.zeroDataRetention,
      currentTrace()?.traceId ?? null,
    ],
  )
  if (rows.length === 0) return false
  await addPages(sql, { jobId: job.id, seal }, job.pages)
  return true
}
