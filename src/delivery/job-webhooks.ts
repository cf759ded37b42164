import type { ContentSeal } from '#storage/content-seals.ts'
import type { Sql } from '#storage/database.ts'
import type { SealedJson } from '#storage/seal.ts'
import type { Delivery, Event } from './outbox.ts'
import type { Webhook, WebhookTarget } from './webhook.ts'

/** SQL for the sealed webhook of the row `d` of `deliveries`. */
export const webhookOfDelivery = `(select w.webhook from job_webhooks w
  where w.job_id = d.job_id and w.webhook_key = d.webhook_key)`

/** Stores the webhooks of events, each once per job; returns the key of the webhook of each event. */
export async function writeWebhooks(
  sql: Sql,
  written: readonly { readonly event: Event; readonly seal: ContentSeal }[],
): Promise<Uint8Array[]> {
  const targets = written.map(({ event: { jobId, webhook }, seal }) => {
    const target = makeTarget(webhook)
    return { jobId, seal, target, webhookKey: seal.hash(JSON.stringify(target)) }
  })
  const once = new Map(
    targets.map((each) => [`${each.jobId} ${Buffer.from(each.webhookKey).toString('hex')}`, each]),
  )
  const rows = [...once.values()]
  await sql.query(
    `insert into job_webhooks (job_id, webhook_key, webhook)
     select * from unnest($1::uuid[], $2::bytea[], $3::text[]) on conflict do nothing`,
    [
      rows.map(({ jobId }) => jobId),
      rows.map(({ webhookKey }) => webhookKey),
      rows.map(({ seal, target }) => seal.object(target)),
    ],
  )
  return targets.map(({ webhookKey }) => webhookKey)
}

/** Event and webhook of a delivery, as they are stored. */
export interface SealedDelivery {
  /** Null for deliveries of versions that kept the webhook in each event. */
  readonly webhook: SealedJson<WebhookTarget> | null
  readonly event: SealedJson<Event>
}

/** Throws when it was sealed with another key. */
export const openDelivery = (seal: ContentSeal, written: SealedDelivery): Delivery => ({
  event: openEvent(seal, written),
  webhook: openWebhook(seal, written),
})

/** Events that were stored before the member was renamed have `place`. */
function openEvent(seal: ContentSeal, { event }: SealedDelivery): Event {
  const { place, ...rest }: Event & { readonly place?: number } = seal.openObject(event)
  return { ...(place !== undefined && { position: place }), ...rest }
}

/** Throws when it was sealed with another key. */
export function openWebhook(seal: ContentSeal, written: SealedDelivery): WebhookTarget {
  const { webhook, event } = written
  if (webhook !== null) return seal.openObject(webhook)
  return seal.openObject(event).webhook
}

/** Removes webhooks of jobs that have no deliveries any more. */
export async function removeUnusedWebhooks(sql: Sql): Promise<void> {
  await sql.query(
    `delete from job_webhooks w where not exists (
       select from deliveries d where d.job_id = w.job_id and d.webhook_key = w.webhook_key)`,
    [],
  )
}

const makeTarget = ({ url, headers, metadata }: Webhook): WebhookTarget => ({
  url,
  headers,
  metadata,
})
