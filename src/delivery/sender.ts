import type { Clock } from '#kernel/clock.ts'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { NetError } from '#net/failure.ts'
import type { Post } from '#net/post.ts'
import type { EndAttempt, LeasedItem, Queue } from '#queue/queue.ts'
import { deliveryQueue, type Delivery, type Ending, type Outbox } from './outbox.ts'
import { signatureHeaders } from './signature.ts'

export interface SenderDeps {
  readonly outbox: Pick<Outbox, 'read' | 'end'>
  readonly post: Post
  /** What deliveries of the team are signed with; none for a team there is not. */
  readonly secretsOf: (teamId: string) => Promise<readonly string[]>
  /** JSON of the document an event is about; undefined when its job has expired. */
  readonly documentOf: (jobId: string, place: number) => Promise<Uint8Array | undefined>
  readonly clock: Clock
  readonly log: Log
}

const answerMsMax = 10_000
const minuteMs = 60_000

const givenUp = 'The delivery could not be made, for a reason that lies with this service.'
const unreadable = 'The delivery cannot be read: it was written under another WEIR_SECRET.'

/** Makes deliveries. A receiver that does not respond delays no others: neither by its retries nor by many jobs. */
export function createDeliveryQueue(deps: SenderDeps): Queue {
  const { outbox, log } = deps
  const endWith =
    ({ id, attempts }: LeasedItem, ending: Ending): EndAttempt =>
    async (sql) => {
      await outbox.end(sql, id, { attempts, ending })
      return ending.state === 'waiting' ? { at: ending.retryAt } : undefined
    }
  return {
    name: deliveryQueue,
    limits: { perProcess: 128, perTeam: 32, retriesPerLane: 8, isOrdered: true },
    // See docs/api/webhooks.md.
    retryMs: [minuteMs, 5 * minuteMs, 15 * minuteMs],
    async run(item) {
      const delivery = await outbox.read(item.id)
      if (!delivery) return async () => {}
      if (delivery === 'unreadable') return endWith(item, hasFailed(unreadable))
      try {
        return endWith(item, await attempt(item, delivery, deps))
      } catch (err) {
        if (isUnavailable(err)) throw err
        const cause = delivery.event.zeroDataRetention ? {} : { err }
        log.warn({ ...cause, deliveryId: item.id }, 'delivery could not be attempted')
        return endWith(item, failed(item, { status: null, failure: givenUp }, deps))
      }
    },
    giveUp: (item) => endWith(item, hasFailed(givenUp)),
  }
}

const hasFailed = (failure: string): Ending => ({ state: 'failed', status: null, failure })

async function attempt(
  item: LeasedItem,
  { event, webhook }: Delivery,
  deps: SenderDeps,
): Promise<Ending> {
  const { id } = item
  const { post, secretsOf, clock } = deps
  const body = await envelopeOf(id, { event, webhook }, deps)
  const timestamp = Math.floor(clock.now().getTime() / 1_000)
  const secrets = await secretsOf(event.teamId)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Weir-Webhook',
    ...lowerCase(webhook.headers),
    'x-firecrawl-webhook-id': id,
    'x-firecrawl-event': event.type,
    'x-firecrawl-job-id': event.jobId,
    ...(event.scrapeId !== undefined && { 'x-firecrawl-scrape-id': event.scrapeId }),
    'x-firecrawl-delivery-mode': 'queued',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...signatureHeaders({ id, timestamp, body }, secrets),
  }
  const late = AbortSignal.timeout(answerMsMax)
  try {
    const waiter = { teamId: event.teamId, signal: late }
    const { status } = await post({ url: webhook.url, headers, body }, waiter)
    if (status >= 200 && status <= 299) return { state: 'delivered', status }
    if (status === 410) return { state: 'gone', status }
    return failed(item, { status, failure: `The receiver answered ${status}.` }, deps)
  } catch (error) {
    if (error !== late.reason && !(error instanceof NetError)) throw error
    const failure =
      error instanceof NetError ? reasonOf(error) : 'The receiver took longer than 10 seconds.'
    return failed(item, { status: null, failure }, deps)
  }
}

/** What may be said of it: never an address. */
const reasonOf = ({ kind, reason }: NetError) =>
  kind === 'address'
    ? 'The host does not resolve to a public address.'
    : `The receiver could not be reached: ${reason}.`

function failed(
  { retryMs }: LeasedItem,
  outcome: { readonly status: number | null; readonly failure: string },
  { clock }: SenderDeps,
): Ending {
  if (retryMs === undefined) return { state: 'failed', ...outcome }
  return { state: 'waiting', ...outcome, retryAt: new Date(clock.now().getTime() + retryMs) }
}

/** Returns the body of an event (docs/api/webhooks.md). The stored JSON of a document is sent unchanged, because parsing a large one takes long. */
async function envelopeOf(
  webhookId: string,
  { event, webhook }: Delivery,
  { documentOf }: SenderDeps,
): Promise<Uint8Array> {
  const { jobId, type, success, error, place, data = [] } = event
  const document = place === undefined ? undefined : await documentOf(jobId, place)
  const about = { success, type, id: jobId, webhookId }
  const rest = { metadata: webhook.metadata, ...(error !== undefined && { error }) }
  if (!document) return Buffer.from(JSON.stringify({ ...about, data, ...rest }))
  const before = JSON.stringify(about).slice(0, -1)
  return Buffer.concat([
    Buffer.from(`${before},"data":[`),
    document,
    Buffer.from(`],${JSON.stringify(rest).slice(1)}`),
  ])
}

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
