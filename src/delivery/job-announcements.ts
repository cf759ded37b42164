import type { Announce, JobEvent, JobKind } from '#jobs/jobs.ts'
import type { Seal } from '#storage/seal.ts'
import type { Event, Outbox } from './outbox.ts'
import type { Webhook } from './webhook.ts'

/** First part of the names of events (contract section 21.3); monitors tell what their checks found. */
const names: Readonly<Record<JobKind, string>> = {
  crawl: 'crawl',
  'batch-scrape': 'batch_scrape',
  'monitor-crawl': 'monitor',
  'monitor-scrape': 'monitor',
}

/** Writes what happens to jobs into the outbox. */
export const announceJobs =
  (outbox: Pick<Outbox, 'add'>, seal: Seal): Announce =>
  (sql, events) =>
    outbox.add(
      sql,
      events.map((event) => toEvent(event, seal.open(event.job.webhook) as Webhook)),
    )

function toEvent({ kind, job, scrapeId, url, place, error }: JobEvent, webhook: Webhook): Event {
  return {
    teamId: job.teamId,
    jobId: job.id,
    type: `${names[job.kind]}.${kind}`,
    webhook,
    success: error === undefined && kind !== 'failed' && kind !== 'cancelled',
    ...(scrapeId !== undefined && { scrapeId }),
    ...(place !== undefined && { place }),
    ...(error !== undefined && { error, data: [{ metadata: { sourceURL: url, error } }] }),
  }
}
