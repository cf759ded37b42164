import type { JobEvent, PublishJobEvents } from '#jobs/job.ts'
import type { JobTypes } from '#jobs/job-types.ts'
import type { Log } from '#kernel/log.ts'
import type { ContentSeal, ContentSeals } from '#storage/content-seals.ts'
import type { Event, Outbox } from './outbox.ts'
import type { Webhook } from './webhook.ts'

interface PublishJobEventsDeps {
  readonly outbox: Pick<Outbox, 'add'>
  readonly contentSeals: ContentSeals
  readonly jobTypes: Pick<JobTypes, 'of'>
  readonly log: Log
}

/** Writes what happens to jobs into the outbox. */
export const createPublishJobEvents =
  ({ outbox, contentSeals, jobTypes, log }: PublishJobEventsDeps): PublishJobEvents =>
  async (sql, happened) => {
    const events = await Promise.all(
      happened.map(async (event) => {
        const seal = await contentSeals.of(event.job, sql)
        const webhook = openWebhook(seal, event, log)
        const { publicName } = jobTypes.of(event.job.kind)
        return webhook ? [{ ...toEvent(event, webhook), type: `${publicName}.${event.kind}` }] : []
      }),
    )
    await outbox.add(sql, events.flat())
  }

/** Events encrypted with another secret cannot be sent, and must not stop the job. */
function openWebhook(seal: ContentSeal, { job }: JobEvent, log: Log): Webhook | undefined {
  try {
    return seal.openObject(job.webhook)
  } catch (err) {
    log.warn({ err, jobId: job.id }, 'webhook of a job not readable')
    return undefined
  }
}

function toEvent(
  { kind, job, scrapeId, url, position, error }: JobEvent,
  webhook: Webhook,
): Omit<Event, 'type'> {
  return {
    teamId: job.teamId,
    jobId: job.id,
    zeroDataRetention: job.zeroDataRetention,
    webhook,
    success: error === undefined && kind !== 'failed' && kind !== 'cancelled',
    ...(scrapeId !== undefined && { scrapeId }),
    ...(position !== undefined && { position }),
    ...(error !== undefined && { error }),
    ...(kind === 'page' &&
      error !== undefined && { data: [{ metadata: { sourceURL: url, error } }] }),
  }
}
