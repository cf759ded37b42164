import { withoutUserInfo } from '#kernel/url.ts'
import type { Sql } from '#storage/database.ts'
import type { Announce, FinishedPage, JobEvent } from './jobs.ts'

/** A job somebody wants to hear of; nobody, when it has no webhook. */
interface ToldJob {
  readonly id: string
  readonly teamId: string
  readonly kind: string
  readonly webhook: string | null
  readonly zeroDataRetention: boolean
}

type Happening = Omit<JobEvent, 'job'>

/** Passes on what happened to a job, if anybody wants to hear of it. */
export async function tell(
  sql: Sql,
  announce: Announce,
  { job, happened }: { readonly job: ToldJob; readonly happened: readonly Happening[] },
): Promise<void> {
  const { id, teamId, kind, webhook, zeroDataRetention } = job
  if (webhook === null || happened.length === 0) return
  const told = { id, teamId, kind, webhook, zeroDataRetention }
  await announce(
    sql,
    happened.map((event) => ({ ...event, job: told })),
  )
}

/** A page has been finished: its document is at that place, or the reason there is none. */
export function pageHappening({ page, outcome }: FinishedPage, place?: number): Happening {
  const { scrapeId, url } = page
  return {
    kind: 'page',
    scrapeId,
    url: withoutUserInfo(url),
    ...(place !== undefined && { place }),
    ...(outcome.state === 'failed' && { error: outcome.message }),
  }
}
