import type { Clock } from '#kernel/clock.ts'
import { isUnavailable } from '#kernel/errors.ts'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { Log } from '#kernel/log.ts'
import { inSpan } from '#kernel/trace.ts'
import { NetError } from '#net/failure.ts'
import type { Post, PostAnswer, PostRequest } from '#net/post.ts'
import type { EndAttempt, LeasedItem, Queue } from '#queue/queue.ts'
import type { ReceivedAnswer } from './delivery-attempts.ts'
import { writeEnvelope, type EnvelopeDeps } from './envelope.ts'
import { openChannel, type NamedChannel } from './channels/open-channel.ts'
import {
  deliveryQueue,
  type Delivery,
  type EndedAttempt,
  type AttemptEnding,
  type Outbox,
} from './outbox.ts'
import { signatureHeaders } from './signature.ts'

export interface SenderDeps extends EnvelopeDeps {
  readonly outbox: Pick<Outbox, 'read' | 'end'>
  readonly post: Post
  /** What deliveries of the team are signed with; none for a team there is not. */
  readonly loadSecrets: (teamId: string) => Promise<readonly string[]>
  readonly clock: Clock
  readonly log: Log
}

const answerMsMax = 10_000
const minuteMs = 60_000
/** What is stored of a response. */
const answerBytesMax = 8 * 1024
const contentTypeMax = 200

const givenUp = 'The delivery could not be made, for a reason that lies with this service.'
const unreadable = 'The delivery cannot be read: it was written under another WEIR_SECRET.'

/** Makes deliveries. A receiver that does not respond delays no others: neither by its retries nor by many jobs. */
export function createDeliveryQueue(deps: SenderDeps): Queue {
  const { outbox, log } = deps
  const endWith =
    ({ id, attempts }: LeasedItem, { ending, sent }: Made): EndAttempt =>
    async (sql) => {
      await outbox.end(sql, id, { attempts, ending, ...(sent && { sent }) })
      return ending.state === 'waiting' ? { afterMs: ending.retryMs } : undefined
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
        const ending = failed(item, { status: null, failure: givenUp })
        return endWith(item, { ending })
      }
    },
    giveUp: (item) => endWith(item, hasFailed(givenUp)),
  }
}

/** How an attempt ended, and what was sent. */
type Made = Pick<EndedAttempt, 'ending' | 'sent'>

const hasFailed = (failure: string): Made => ({
  ending: { state: 'failed', status: null, failure },
})

async function attempt(item: LeasedItem, delivery: Delivery, deps: SenderDeps): Promise<Made> {
  const { teamId, jobId, zeroDataRetention } = delivery.event
  const request = await makeRequest(item.id, delivery, deps)
  const startedAt = deps.clock.now()
  const startedMs = performance.now()
  const made = await attemptDelivery(request, { teamId, post: deps.post })
  const isTaken = made.failure === null && made.answer && delivery.event.message
  const refusal = isTaken && made.answer ? findRefusal(made.answer, delivery.webhook.url) : null
  const outcome = refusal === null ? made : { ...made, failure: refusal }
  const { status, failure } = outcome
  const ending = chooseEnding(item, outcome)
  if (zeroDataRetention) return { ending }
  const durationMs = Math.round(performance.now() - startedMs)
  const answer = outcome.answer ? receivedFrom(outcome.answer) : null
  return { ending, sent: { jobId, attempt: { startedAt, durationMs, status, failure, answer } } }
}

async function makeRequest(
  id: string,
  { event, webhook }: Delivery,
  deps: SenderDeps,
): Promise<PostRequest> {
  const { loadSecrets, clock } = deps
  if (event.message) return writeChannel(webhook.url).write(event.message, id)
  const body = await writeEnvelope(id, { event, webhook }, deps)
  const timestamp = Math.floor(clock.now().getTime() / 1_000)
  const secrets = await loadSecrets(event.teamId)
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
  return { url: webhook.url, headers, body }
}

/** The channel was opened when it was stored; only another version of the service may refuse it. */
function writeChannel(url: string): NamedChannel {
  const channel = openChannel(url)
  if (typeof channel === 'string') throw new Error(channel)
  return channel
}

/** What a service says about a message that it seems to have taken. */
function findRefusal({ body }: PostAnswer, url: string): string | null {
  const { findFailure } = writeChannel(url)
  if (!findFailure || !body?.length) return null
  try {
    return findFailure(parseForeignJson(new TextDecoder().decode(body))) ?? null
  } catch (error) {
    // Not JSON: the status is all that the service says.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

interface Outcome {
  readonly status: number | null
  /** Null for a delivery that the receiver has accepted. */
  readonly failure: string | null
  readonly answer?: PostAnswer
}

async function attemptDelivery(
  request: PostRequest,
  { post, teamId }: Pick<SenderDeps, 'post'> & { readonly teamId: string },
): Promise<Outcome> {
  const late = AbortSignal.timeout(answerMsMax)
  try {
    const send = () => post(request, { teamId, signal: late })
    const answer = await inSpan({ name: 'webhook', kind: 'client' }, send, ({ status }) => ({
      'http.response.status_code': status,
    }))
    const { status } = answer
    const isAccepted = status >= 200 && status <= 299
    return { status, failure: isAccepted ? null : `The receiver answered ${status}.`, answer }
  } catch (error) {
    if (error !== late.reason && !(error instanceof NetError)) throw error
    const failure =
      error instanceof NetError ? readReason(error) : 'The receiver took longer than 10 seconds.'
    return { status: null, failure }
  }
}

function chooseEnding(item: LeasedItem, { status, failure }: Outcome): AttemptEnding {
  if (status !== null && failure === null) return { state: 'delivered', status }
  if (status === 410) return { state: 'gone', status }
  return failed(item, { status, failure: failure ?? givenUp })
}

/** The beginning of a text, without the incomplete character at a cut; null for an empty one. */
function receivedFrom({ contentType, body }: PostAnswer): ReceivedAnswer | null {
  if (contentType === undefined && !body?.length) return null
  const isCut = (body?.length ?? 0) > answerBytesMax
  const text = new TextDecoder().decode(body?.subarray(0, answerBytesMax), { stream: isCut })
  return {
    contentType: contentType?.slice(0, contentTypeMax) ?? null,
    text: text === '' ? null : text,
    isCut,
  }
}

/** What may be said of it: never an address. */
const readReason = ({ kind, reason }: NetError) =>
  kind === 'address'
    ? 'The host is no public address, or a name that does not resolve to a public address.'
    : `The receiver could not be reached: ${reason}.`

function failed(
  { retryMs }: LeasedItem,
  outcome: { readonly status: number | null; readonly failure: string },
): AttemptEnding {
  if (retryMs === undefined) return { state: 'failed', ...outcome }
  return { state: 'waiting', ...outcome, retryMs }
}

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
