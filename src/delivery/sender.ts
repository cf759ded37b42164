import type { Clock } from '#kernel/clock.ts'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { NetError } from '#net/failure.ts'
import type { Post } from '#net/post.ts'
import { createNotifier } from '#queue/notifier.ts'
import type { Ending, HeldDelivery, Outbox } from './outbox.ts'
import { signatureHeaders } from './signature.ts'

export interface SenderDeps {
  /** Id of this process among the nodes. */
  readonly worker: string
  readonly outbox: Pick<Outbox, 'claim' | 'ended'>
  readonly post: Post
  /** What deliveries of the team are signed with; none for a team there is not. */
  readonly secretsOf: (teamId: string) => Promise<readonly string[]>
  /** JSON of the document an event is about; undefined when its job has expired. */
  readonly documentOf: (jobId: string, place: number) => Promise<Uint8Array | undefined>
  readonly clock: Clock
  readonly log: Log
}

const atOnceMax = 128
const answerMsMax = 10_000
const minuteMs = 60_000
/** From each failure to the next attempt; then the delivery has failed (contract section 21.2). */
const retryMs = [minuteMs, 5 * minuteMs, 15 * minuteMs]

const givenUp = {
  state: 'failed',
  status: null,
  failure: 'The delivery could not be made, for a reason that lies with this service.',
} as const

/** Makes the deliveries that are due. */
export function createSender(deps: SenderDeps) {
  const { outbox, clock, log } = deps
  const running = new Set<Promise<void>>()
  const ended = createNotifier()

  /** What throws here is a fault of ours: the attempt has failed, like one that was not answered. */
  async function deliver(delivery: HeldDelivery): Promise<void> {
    const { id, attempts, event } = delivery
    // More attempts than are ever made: the process ended during them.
    const isGivenUp = attempts > retryMs.length + 1
    const work = isGivenUp ? Promise.resolve(givenUp) : attempt(delivery, deps)
    const ending = await work.catch((err: unknown): Ending => {
      if (isUnavailable(err)) throw err
      const cause = event.zeroDataRetention ? {} : { err }
      log.warn({ ...cause, deliveryId: id }, 'delivery could not be attempted')
      return failed(attempts, { status: null, failure: givenUp.failure, clock })
    })
    await outbox.ended(id, ending)
  }

  return {
    /** Starts the deliveries that are due. Returns whether there were any. */
    async tick(): Promise<boolean> {
      const room = atOnceMax - running.size
      const due = room > 0 ? await outbox.claim(deps.worker, room) : []
      for (const delivery of due) {
        const work = deliver(delivery).catch((err: unknown) => {
          // The hold ends, and the delivery is attempted again.
          const cause = delivery.event.zeroDataRetention ? {} : { err }
          log.warn({ ...cause, deliveryId: delivery.id, at: clock.now() }, 'delivery interrupted')
        })
        running.add(work)
        void work.finally(() => {
          running.delete(work)
          ended.notify()
        })
      }
      return due.length > 0
    },
    /** Notifies when an attempt has ended: the next event of its job may be due then. */
    ended,
    async drain(): Promise<void> {
      await Promise.all(running)
    },
  }
}

async function attempt(delivery: HeldDelivery, deps: SenderDeps): Promise<Ending> {
  const { id, attempts, event, webhook } = delivery
  const { post, secretsOf, clock } = deps
  const body = await envelopeOf(delivery, deps)
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
    return failed(attempts, { status, failure: `The receiver answered ${status}.`, clock })
  } catch (error) {
    if (error !== late.reason && !(error instanceof NetError)) throw error
    const failure =
      error instanceof NetError ? reasonOf(error) : 'The receiver took longer than 10 seconds.'
    return failed(attempts, { status: null, failure, clock })
  }
}

/** What may be said of it: never an address. */
const reasonOf = ({ kind, reason }: NetError) =>
  kind === 'address'
    ? 'The host does not resolve to a public address.'
    : `The receiver could not be reached: ${reason}.`

function failed(
  attempts: number,
  { status, failure, clock }: { status: number | null; failure: string; clock: Clock },
): Ending {
  const pauseMs = retryMs[attempts - 1]
  if (pauseMs === undefined) return { state: 'failed', status, failure }
  return { state: 'waiting', status, failure, retryAt: new Date(clock.now().getTime() + pauseMs) }
}

/** Contract section 21.3. The document is sent as it is kept: a large one would take long to be read and written. */
async function envelopeOf(
  { id: webhookId, event, webhook }: HeldDelivery,
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
