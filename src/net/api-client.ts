import Agent from 'undici/lib/dispatcher/agent.js'
import { createSemaphore } from '#kernel/semaphore.ts'
import { createConnectionPools } from './agents.ts'
import { decodeContent } from './content-encoding.ts'
import { createDialer } from './dialer.ts'
import { exchangeAgain } from './exchange.ts'
import { NetError } from './failure.ts'
import { createGuard, type Guard } from './guard.ts'
import type { Lookup } from './lookup.ts'
import { isWeb } from './redirect.ts'

/** A request to an API that the operator has configured or that Weir knows by name. */
export interface ApiRequest {
  readonly url: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent with POST; GET without. */
  readonly body?: string | undefined
}

export interface ApiAnswer {
  readonly status: number
  /** Lower-case names; repeated headers joined with ", ". */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Follows no redirects. Throws `NetError`, or the reason of the signal. */
export type CallApi = (request: ApiRequest, signal: AbortSignal) => Promise<ApiAnswer>

/** What all clients for APIs share. */
export type ApiAccess = Pick<ApiClientOptions, 'guard' | 'lookup'>

interface ApiClientOptions {
  readonly guard: Guard
  /** URLs whose origins the operator has configured; these origins alone may have private addresses. */
  readonly configuredUrls: readonly string[]
  /** For these origins; each has its own when absent. */
  readonly lookup?: Lookup
}

const connectionsMax = 256
const connectionsPerOriginMax = 16
const dialTimeoutMs = 10_000
const keepAliveMs = 4_000
const answerBytesMax = 4 * 1024 * 1024

/** The client for APIs. Every connection goes through a guard; cloud metadata addresses are always refused. */
export function createApiClient({ guard, configuredUrls, lookup }: ApiClientOptions): {
  readonly callApi: CallApi
} & AsyncDisposable {
  const connections = createSemaphore({
    perTeamMax: connectionsMax,
    waitingMax: connectionsMax * 8,
  })
  const agents = createConnectionPools()
  const configured = new Map(configuredUrls.map((text) => splitOrigin(new URL(text))))

  function chooseGuard({ origin }: URL): { readonly guard: Guard; readonly name: string } {
    const host = configured.get(origin)
    if (host === undefined) return { guard, name: 'public' }
    return {
      guard: createGuard({ allowedHosts: [host], ...(lookup && { lookup }) }),
      name: origin,
    }
  }

  return {
    async callApi({ url: address, headers, body }, signal) {
      const url = new URL(address)
      if (!isWeb(url)) throw new NetError('request', 'ERR_UNKNOWN_URL_SCHEME')
      const { guard: allowing, name } = chooseGuard(url)
      const agent = agents.of(name, () => {
        const dial = { guard: allowing, proxy: undefined, skipTlsVerification: false, connections }
        return new Agent({
          connect: createDialer({ ...dial, dialTimeoutMs, teamId: name }),
          connections: connectionsPerOriginMax,
          allowH2: true,
          keepAliveTimeout: keepAliveMs,
          keepAliveMaxTimeout: keepAliveMs,
        })
      })
      const limits = { bodyBytesMax: answerBytesMax, cutsBody: false }
      const request = { url, headers, ...limits, ...(body !== undefined && { body }) }
      const answer = await exchangeAgain(agent, request, signal)
      const received = toHeaders(answer.headers)
      const coding = received['content-encoding']
      const decoded = await decodeContent(answer.body, coding, answerBytesMax)
      signal.throwIfAborted()
      const text = new TextDecoder().decode(decoded.body)
      return { status: answer.status, headers: received, body: text }
    },
    [Symbol.asyncDispose]: () => agents[Symbol.asyncDispose](),
  }
}

const splitOrigin = ({ origin, hostname }: URL) =>
  [origin, hostname.replace(/^\[|\]$/g, '')] as const

const toHeaders = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
