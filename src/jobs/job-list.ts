import { readIdTime } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { openReadable, type ContentSeals } from '#storage/content-seals.ts'
import type { Database } from '#storage/database.ts'
import type { Jobs, JobSummary } from './job.ts'

type StoredSummary = JobSummary & { readonly isReadable: boolean }

const columns = `id, principal, kind, url, state, failure, warning, total, completed, failed,
  credits_used as "creditsUsed", zero_data_retention as "zeroDataRetention",
  kept_as as "keptAs", created_at as "createdAt", finished_at as "finishedAt", expires_at as "expiresAt",
  request is not null as "isReadable"`

/** The database knows later times than the dates of JavaScript. */
const foreverDays = 365_000

/** Summaries of jobs, without their requests and documents. */
export function createJobList({
  database,
  contentSeals,
  log,
}: {
  readonly database: Database
  readonly contentSeals: ContentSeals
  readonly log: Log
}): Pick<Jobs, 'keep' | 'list' | 'summary'> {
  async function opened({ isReadable, ...row }: StoredSummary): Promise<JobSummary> {
    if (!isReadable) return { ...row, url: '' }
    const seal = await contentSeals.of(row)
    return { ...row, url: seal.openText(row.url) }
  }
  return {
    async keep({ id, teamId }, how) {
      const [days, keptAs] = 'days' in how ? [how.days, null] : [foreverDays, how.keptAs]
      const rows = await database.query(
        `update jobs set expires_at = now() + make_interval(days => $3), kept_as = $4
         where id = $1 and team_id = $2 and expires_at > now() and not zero_data_retention returning id`,
        [id, teamId, days, keptAs],
      )
      return rows.length > 0
    },
    async list({ teamId, kinds, state, isKept = false, before, limit }) {
      const rows = await database.query<StoredSummary>(
        `select ${columns} from jobs where team_id = $1 and kind = any($2) and expires_at > now() and (not $6 or kept_as is not null)
           and ($3::text is null or state = $3) and ($4::uuid is null or (created_at, id) < (coalesce((select created_at from jobs where id = $4 and team_id = $1), $7::timestamptz), $4))
         order by created_at desc, id desc limit $5`,
        [teamId, kinds, state ?? null, before ?? null, limit, isKept, readIdTime(before)],
      )
      return openReadable(rows, opened, { log })
    },
    async summary(id, teamId) {
      const rows = await database.query<StoredSummary>(
        `select ${columns} from jobs where id = $1 and team_id = $2 and expires_at > now()`,
        [id, teamId],
      )
      const [found] = await openReadable(rows, opened, { log })
      return found
    },
  }
}
