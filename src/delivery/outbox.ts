import type { Log } from '#kernel/log.ts'
import { newId } from '#kernel/ids.ts'
import { addItems } from '#queue/add-items.ts'
import type { ContentSeals } from '#storage/content-seals.ts'
import { afterMs, beforeMs, type Database, type Sql } from '#storage/database.ts'
import {
  openDelivery,
  removeUnusedWebhooks,
  webhookOfDelivery,
  writeWebhooks,
  type SealedDelivery,
} from './job-webhooks.ts'
import type { ChannelMessage } from './channels/channel.ts'
import { writeAttempt, type DeliveryAttempt } from './delivery-attempts.ts'
import { subscribesTo, type Webhook, type WebhookTarget } from './webhook.ts'

/** An event of a job, for its webhook. */
export interface Event {
  readonly teamId: string
  readonly jobId: string
  /** Zero data retention: only who has the key of the job can read it. */
  readonly zeroDataRetention: boolean
  /** `crawl.page` */
  readonly type: string
  readonly webhook: Webhook
  readonly success: boolean
  readonly error?: string
  /** One-based position of the document among those of the job. */
  readonly position?: number
  readonly scrapeId?: string
  /** Members beside the document; `data` of the envelope. */
  readonly data?: readonly object[]
  /** Sent instead of the envelope; the URL of the webhook is that of a channel. */
  readonly message?: ChannelMessage
}

/** A delivery that is still to be made. */
export interface Delivery {
  readonly webhook: WebhookTarget
  readonly event: Omit<Event, 'webhook'>
}

/** Deliveries, and the items of their queue. */
export interface Outbox {
  /** Adds events. Call it in the transaction that caused them. */
  add(sql: Sql, events: readonly Event[]): Promise<void>
  /**
   * Undefined when there is nothing to deliver any more, `unreadable` for what was written under another secret. Fails with
   * `SERVICE_UNAVAILABLE` when this process does not have the key of the job.
   */
  read(id: string): Promise<Delivery | 'unreadable' | undefined>
  end(sql: Sql, id: string, ended: EndedAttempt): Promise<void>
  sweep(): Promise<void>
}

export interface EndedAttempt {
  /** Attempts that have begun. */
  readonly attempts: number
  readonly ending: AttemptEnding
  /** What was sent and what came back; absent under zero data retention, and when nothing was sent. */
  readonly sent?: { readonly jobId: string; readonly attempt: DeliveryAttempt }
}

/** Name of the queue of deliveries; functions of the database know it too. */
export const deliveryQueue = 'deliveries'

/** How an attempt ended. */
export type AttemptEnding =
  | { readonly state: 'delivered'; readonly status: number }
  | {
      readonly state: 'waiting'
      readonly status: number | null
      readonly failure: string
      readonly retryMs: number
    }
  | { readonly state: 'failed'; readonly status: number | null; readonly failure: string }
  /** The receiver is gone for good: what still waits for it fails as well. */
  | { readonly state: 'gone'; readonly status: number }

const keptMs = 7 * 86_400_000

interface OutboxDeps {
  readonly database: Database
  readonly contentSeals: ContentSeals
  readonly log: Log
}

export function createOutbox(deps: OutboxDeps): Outbox {
  const { database, contentSeals } = deps
  return {
    add: (sql, events) => write(sql, events, deps),
    read: (id) => readDelivery(id, deps),
    async end(sql, id, ended) {
      await writeEnding(sql, { id, ...ended })
      if (ended.sent) await writeAttempt(sql, { id, ...ended.sent }, contentSeals)
    },
    async sweep() {
      await database.query(
        `with expired as (delete from deliveries where created_at <= ${beforeMs('$1')} returning id)
         select remove_queue_items($2, array_agg(id)) from expired`,
        [keptMs, deliveryQueue],
      )
      await database.query(
        `with lost as (
           delete from deliveries d
           where zero_data_retention and not exists (select from job_ids() j (id) where j.id = d.job_id)
           returning id)
         select remove_queue_items($1, array_agg(id)) from lost`,
        [deliveryQueue],
      )
      await removeUnusedWebhooks(database)
    },
  }
}

async function readDelivery(id: string, { database, contentSeals, log }: OutboxDeps) {
  const [row] = await database.query<WrittenDelivery>(
    `select d.event, d.job_id as "jobId", d.zero_data_retention as "zeroDataRetention",
       ${webhookOfDelivery} as webhook
     from deliveries d where d.id = $1 and d.state = 'waiting'`,
    [id],
  )
  if (!row) return undefined
  const seal = await contentSeals.of(makeJob(row))
  try {
    return openDelivery(seal, row)
  } catch (err) {
    log.warn({ err, deliveryId: id }, 'delivery not readable')
    return 'unreadable' as const
  }
}

async function write(
  sql: Sql,
  events: readonly Event[],
  { contentSeals }: OutboxDeps,
): Promise<void> {
  const wanted = events.filter(({ webhook, type }) => subscribesTo(webhook, type))
  if (wanted.length === 0) return
  const sealed = await Promise.all(
    wanted.map(async (event) => ({ event, seal: await contentSeals.of(makeJob(event), sql) })),
  )
  const identities = await writeWebhooks(sql, sealed)
  const ids = wanted.map(() => newId())
  await sql.query(
    `insert into deliveries (id, team_id, job_id, type, zero_data_retention, webhook_key, event, ready_at, created_at)
     select u.*, now(), now() from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::boolean[],
       $6::bytea[], $7::text[]) u`,
    [
      ids,
      wanted.map(({ teamId }) => teamId),
      wanted.map(({ jobId }) => jobId),
      wanted.map(({ type }) => type),
      wanted.map(({ zeroDataRetention }) => zeroDataRetention),
      identities,
      sealed.map(({ seal, event }) => seal.object({ ...event, webhook: undefined })),
    ],
  )
  const added = wanted.map(({ teamId, jobId, zeroDataRetention, webhook }, index) => ({
    id: ids[index] ?? '',
    teamId,
    lane: webhook.ordered === false ? chooseLane(jobId) : jobId,
    keyOf: zeroDataRetention ? jobId : undefined,
  }))
  await addItems(sql, deliveryQueue, added)
}

let unordered = 0
/** The next of the 16 lanes of a job whose events need no order: its id with another last digit. */
const chooseLane = (jobId: string) => `${jobId.slice(0, -1)}${(unordered++ % 16).toString(16)}`

type WrittenDelivery = Pick<Event, 'jobId' | 'zeroDataRetention'> & SealedDelivery

const makeJob = ({ jobId: id, zeroDataRetention }: Pick<Event, 'jobId' | 'zeroDataRetention'>) => ({
  id,
  zeroDataRetention,
})

async function writeEnding(
  sql: Sql,
  { id, attempts, ending }: EndedAttempt & { readonly id: string },
): Promise<void> {
  const { state, status } = ending
  if (state === 'gone') {
    await sql.query(
      `with failed as (
         update deliveries d set state = 'failed', status = $2, ended_at = now(),
           attempts = case when d.id = $1 then $4 else d.attempts end,
           failure = 'The receiver answered 410: it wants no more.'
         from deliveries gone
         where gone.id = $1 and d.job_id = gone.job_id and d.state = 'waiting'
           and d.webhook_key is not distinct from gone.webhook_key
         returning d.id)
       select remove_queue_items($3, array_agg(id)) from failed where id <> $1`,
      [id, status, deliveryQueue, attempts],
    )
    return
  }
  const failure = state === 'delivered' ? null : ending.failure
  const retryMs = state === 'waiting' ? ending.retryMs : null
  await sql.query(
    `update deliveries set state = $2::text, status = $3, failure = $4, attempts = $6,
       ready_at = coalesce(${afterMs('$5')}, ready_at),
       ended_at = case when $2::text = 'waiting' then null else now() end
     where id = $1`,
    [id, state, status, failure, retryMs, attempts],
  )
}
