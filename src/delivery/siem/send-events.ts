import type { Clock } from '#kernel/clock.ts'
import { readRetryAfter } from '#kernel/retry-after.ts'
import type { ApiAnswer, CallApi } from '#net/api-client.ts'
import { NetError } from '#net/failure.ts'
import { signatureHeaders } from '#delivery/signature.ts'
import type { AzureTokens } from './azure-tokens.ts'
import type { AzureDestination, HttpDestination, SiemDestination } from './destination.ts'
import type { SiemEvent } from './siem-event.ts'

/** What is sent in one request. */
export interface Sending {
  /** The same in every attempt. */
  readonly id: string
  readonly teamId: string
  readonly destination: SiemDestination
  readonly events: readonly SiemEvent[]
}

export type Sent =
  | { readonly status: 'delivered' }
  /** `failure` never names an address. */
  | { readonly status: 'failed'; readonly failure: string; readonly retryAfterMs?: number }

/** One attempt to send events. Throws only the reason of the signal, and bugs. */
export type SendEvents = (sending: Sending, signal: AbortSignal) => Promise<Sent>

interface SendEventsDeps {
  readonly callApi: CallApi
  readonly tokens: AzureTokens
  /** Webhook secrets of a team. */
  readonly loadSecrets: (teamId: string) => Promise<readonly string[]>
  readonly clock: Clock
}

const answerMsMax = 30_000
const failureLengthMax = 500
const retryMsMax = 3_600_000

export function createSendEvents(deps: SendEventsDeps): SendEvents {
  return async function sendEvents(sending, stopped) {
    const late = AbortSignal.timeout(answerMsMax)
    const signal = AbortSignal.any([stopped, late])
    const { destination } = sending
    try {
      return destination.type === 'http'
        ? await toHttp(deps, { ...sending, destination }, signal)
        : await toAzure(deps, { ...sending, destination }, signal)
    } catch (error) {
      stopped.throwIfAborted()
      if (late.aborted) return failed('The destination took longer than 30 seconds.')
      if (error instanceof NetError) return failed(readReason(error))
      throw error
    }
  }
}

async function toAzure(
  { callApi, tokens }: SendEventsDeps,
  { destination, events }: Sending & { readonly destination: AzureDestination },
  signal: AbortSignal,
): Promise<Sent> {
  const token = await tokens.of(destination, signal)
  if ('failure' in token) return { status: 'failed', ...token }
  const { dceUrl, dcrImmutableId, streamName } = destination
  const rule = `dataCollectionRules/${encodeURIComponent(dcrImmutableId)}`
  const answer = await callApi(
    {
      url: `${dceUrl.replace(/\/$/, '')}/${rule}/streams/${encodeURIComponent(streamName)}?api-version=2023-01-01`,
      headers: {
        authorization: `Bearer ${token.value}`,
        'content-type': 'application/json',
        'user-agent': 'Weir-SIEM',
      },
      // A column that every table of Azure Monitor needs.
      body: JSON.stringify(
        events.map((event) => ({ TimeGenerated: event.completed_at, ...event })),
      ),
    },
    signal,
  )
  if (answer.status === 401 || answer.status === 403) tokens.forget(destination)
  return toSent(answer)
}

async function toHttp(
  { callApi, loadSecrets, clock }: SendEventsDeps,
  { id, teamId, destination, events }: Sending & { readonly destination: HttpDestination },
  signal: AbortSignal,
): Promise<Sent> {
  const { url, secret } = destination
  const body = events.map((event) => `${JSON.stringify(event)}\n`).join('')
  const timestamp = Math.floor(clock.now().getTime() / 1_000)
  const secrets = secret === undefined ? await loadSecrets(teamId) : [secret]
  const headers = {
    'content-type': 'application/x-ndjson',
    'user-agent': 'Weir-SIEM',
    'x-firecrawl-webhook-id': id,
    'x-firecrawl-event': 'siem.events',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    ...signatureHeaders({ id, timestamp, body }, secrets),
  }
  return toSent(await callApi({ url, headers, body }, signal))
}

const failed = (failure: string): Sent => ({ status: 'failed', failure })

/** Never an address. */
const readReason = ({ kind, reason }: NetError) =>
  kind === 'address'
    ? 'The host is no public address, or a name that does not resolve to a public address.'
    : `The destination could not be reached: ${reason}.`

function toSent({ status, headers, body }: ApiAnswer): Sent {
  if (status >= 200 && status <= 299) return { status: 'delivered' }
  const retryAfterMs = readRetryAfter(headers['retry-after'], {
    now: new Date(),
    msMax: retryMsMax,
  })
  const text = body.trim().slice(0, failureLengthMax)
  return {
    status: 'failed',
    failure: `The destination answered ${status}.${text === '' ? '' : ` ${text}`}`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}
