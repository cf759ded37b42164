import type { Announce, JobEvent, JobKind } from '#jobs/jobs.ts'
import type { Log } from '#kernel/log.ts'
import type { ContentSeal, ContentSeals } from '#storage/content-seals.ts'
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
  (outbox: Pick<Outbox, 'add'>, contentSeals: ContentSeals, log: Log): Announce =>
  async (sql, happened) => {
    const events = await Promise.all(
      happened.map(async (event) => {
        const seal = await contentSeals.of(event.job, sql)
        const webhook = openWebhook(seal, event, log)
        return webhook ? [toEvent(event, webhook)] : []
      }),
    )
    await outbox.add(sql, events.flat())
  }

/** What was written under another secret cannot be told, and must not keep the job from going on. */
function openWebhook(seal: ContentSeal, { job }: JobEvent, log: Log): Webhook | undefined {
  try {
    return seal.openObject(job.webhook) as Webhook
  } catch (err) {
    log.warn({ err, jobId: job.id }, 'webhook of a job not readable')
    return undefined
  }
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
