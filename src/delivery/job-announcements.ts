import type { Announce, JobEvent, JobKind } from '#jobs/jobs.ts'
import type { ContentSeals } from '#storage/content-seals.ts'
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
  (outbox: Pick<Outbox, 'add'>, contentSeals: ContentSeals): Announce =>
  async (sql, happened) => {
    const events = happened.map(async (event) => {
      const seal = await contentSeals.of(event.job, sql)
      return toEvent(event, seal.openObject(event.job.webhook) as Webhook)
    })
    await outbox.add(sql, await Promise.all(events))
  }

function toEvent({ kind, job, scrapeId, url, place, error }: JobEvent, webhook: Webhook): Event {
  return {
    teamId: job.teamId,
    jobId: job.id,
    leavesNoTrace: job.leavesNoTrace,
    type: `${names[job.kind]}.${kind}`,
    webhook,
    success: error === undefined && kind !== 'failed' && kind !== 'cancelled',
    ...(scrapeId !== undefined && { scrapeId }),
    ...(place !== undefined && { place }),
    ...(error !== undefined && { error }),
    ...(kind === 'page' &&
      error !== undefined && { data: [{ metadata: { sourceURL: url, error } }] }),
  }
}
