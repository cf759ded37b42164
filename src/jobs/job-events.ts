import { withoutUserInfo } from '#kernel/url.ts'
import { withTrace } from '#kernel/trace.ts'
import type { Sql } from '#storage/database.ts'
import type { FinishedPage } from './frontier.ts'
import type { PublishJobEvents, JobEvent } from './job.ts'

/** Without a webhook, its events are not published. */
interface EventSource {
  readonly id: string
  readonly teamId: string
  readonly kind: string
  readonly webhook: string | null
  /** That of the present work when absent. */
  readonly traceId?: string | null
  readonly zeroDataRetention: boolean
}

type NewEvent = Omit<JobEvent, 'job'>

/** Publishes events of a job that has a webhook. */
export async function publish(
  sql: Sql,
  publishEvents: PublishJobEvents,
  { job, events }: { readonly job: EventSource; readonly events: readonly NewEvent[] },
): Promise<void> {
  const { id, teamId, kind, webhook, traceId, zeroDataRetention } = job
  if (webhook === null || events.length === 0) return
  const source = { id, teamId, kind, webhook, zeroDataRetention }
  await withTrace({ traceId, jobId: id }, () =>
    publishEvents(
      sql,
      events.map((event) => ({ ...event, job: source })),
    ),
  )
}

/** Returns the event of a finished page: with the position of its document, or with its error. */
export function pageEvent({ page, outcome }: FinishedPage, position?: number): NewEvent {
  const { scrapeId, url } = page
  return {
    kind: 'page',
    scrapeId,
    url: withoutUserInfo(url),
    ...(position !== undefined && { position }),
    ...(outcome.state === 'failed' && { error: outcome.message }),
  }
}
