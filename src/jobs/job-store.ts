import type { Clock } from '#kernel/clock.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { Seal } from '#storage/seal.ts'
import { acceptPages, lockJob } from './accept-pages.ts'
import { tell } from './job-events.ts'
import type { Announce, Job, JobError, JobPlace, Jobs, NewJob, PackedDocument } from './jobs.ts'

const columns = `id, team_id as "teamId", key_id as "keyId", kind, url, request, state, failure, warning,
  total, completed, credits_used as "creditsUsed", created_at as "createdAt",
  finished_at as "finishedAt", expires_at as "expiresAt"`
const ofTeam = 'id = $1 and team_id = $2 and kind = $3'
const removedAtOnce = 20

interface JobsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly announce: Announce
  readonly seal: Seal
}

/** Keeps jobs in the database. */
export function createJobs({ database, clock, announce, seal }: JobsDeps): Jobs {
  return {
    ...reading({ database, clock, seal }),
    async start(sql, job) {
      const webhook = job.webhook ? seal.seal(job.webhook) : null
      const sealed = { request: seal.seal(job.request), webhook }
      if (!(await insertJob(sql, job, sealed))) return
      const told = { ...job, webhook }
      await tell(sql, announce, { job: told, happened: [{ kind: 'started' }] })
    },
    append: ({ id, teamId, kind }, pages) =>
      database.transaction(async (sql) => {
        const job = await lockJob(sql, id)
        const isTheirs = job?.teamId === teamId && job.kind === kind
        if (!isTheirs || job.state !== 'scraping') return false
        await sql.query('update jobs set pages_max = pages_max + $2 where id = $1', [
          id,
          pages.length,
        ])
        await acceptPages(sql, id, pages)
        return true
      }),
    cancel: ({ id, teamId, kind }) =>
      database.transaction(async (sql) => {
        const job = await lockJob(sql, id)
        if (job?.teamId !== teamId || job.kind !== kind) return undefined
        if (job.state !== 'scraping') return job.state
        await sql.query(`update jobs set state = 'cancelled', finished_at = $2 where id = $1`, [
          id,
          clock.now(),
        ])
        await tell(sql, announce, { job, happened: [{ kind: 'cancelled' }] })
        return job.state
      }),
    async sweep() {
      let removed = removedAtOnce
      while (removed === removedAtOnce) {
        const rows = await database.query(
          `delete from jobs where id in (
             select id from jobs where expires_at <= $1 limit $2 for update skip locked)
           returning id`,
          [clock.now(), removedAtOnce],
        )
        removed = rows.length
      }
    },
  }
}

type SealedJob = Omit<Job, 'request'> & { readonly request: string }

type Reading = Omit<Jobs, 'start' | 'append' | 'cancel' | 'sweep'>

function reading({ database, clock, seal }: Omit<JobsDeps, 'announce'>): Reading {
  const opened = (row: SealedJob): Job => ({ ...row, request: seal.open(row.request) })
  const first = async (condition: string, values: readonly string[]) => {
    const [job] = await database.query<SealedJob>(
      `select ${columns} from jobs where ${condition}`,
      values,
    )
    return job && opened(job)
  }
  return {
    read: (place) => first(ofTeam, valuesOf(place)),
    async byId(id) {
      const job = await first('id = $1', [id])
      return job && job.expiresAt > clock.now() ? job : undefined
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
      const rows = await database.query<SealedJob>(
        `select ${columns} from jobs where team_id = $1 and kind = $2 and state = 'scraping'
         order by created_at desc`,
        [teamId, kind],
      )
      return rows.map(opened)
    },
    documents: (id, page) =>
      database.query<PackedDocument>(
        `select document as bytes, json_bytes as "jsonBytes" from (
           select *, sum(json_bytes) over (order by place) - json_bytes as before from (
             select * from job_documents where job_id = $1 and place > $2 order by place limit $3) p
         ) q where before = 0 or before + json_bytes <= $4 order by place`,
        [id, page.skip, page.countMax, page.bytesMax],
      ),
    errors: (id) =>
      database.query<JobError>(
        `select scrape_id as id, url, code, message, created_at as "createdAt"
         from job_errors where job_id = $1 order by created_at, scrape_id`,
        [id],
      ),
    async blocked(id) {
      const rows = await database.query<{ url: string }>(
        'select url from job_blocked where job_id = $1 order by url',
        [id],
      )
      return rows.map(({ url }) => url)
    },
  }
}

const valuesOf = ({ id, teamId, kind }: JobPlace) => [id, teamId, kind]

/** False when the job is there already: the request that started it is being repeated. */
async function insertJob(
  sql: Sql,
  job: NewJob,
  sealed: { readonly request: string; readonly webhook: string | null },
): Promise<boolean> {
  const rows = await sql.query(
    `insert into jobs (id, team_id, key_id, kind, request, url, page_price, pages_max,
       concurrency_max, delay_ms, is_gathering, warning, created_at, expires_at, webhook)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
     on conflict (id) do nothing returning id`,
    [
      job.id,
      job.teamId,
      job.keyId,
      job.kind,
      sealed.request,
      job.url,
      job.pagePrice,
      job.pagesMax,
      job.concurrencyMax ?? null,
      job.delayMs,
      job.isGathering,
      job.warning ?? null,
      job.createdAt,
      job.expiresAt,
      sealed.webhook,
    ],
  )
  if (rows.length === 0) return false
  await acceptPages(sql, job.id, job.pages)
  return true
}
