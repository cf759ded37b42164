import Agent from 'undici/lib/dispatcher/agent.js'
import { traceHeaders } from '#kernel/trace.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import { decodeContent } from './content-encoding.ts'
import { createDialer } from './dialer.ts'
import { exchange } from './exchange.ts'
import { NetError } from './failure.ts'
import { createGuard } from './guard.ts'
import type { Lookup } from './lookup.ts'

/** Has the shape of `fetch`. */
export type ServerFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** The connections to a server that the operator configured, for example that of the language model. */
export interface ServerConnection extends AsyncDisposable {
  /**
   * A `fetch` that reaches one origin only, with POST, and follows no redirects. Throws `NetError`, or the reason of the
   * signal, which bounds everything from the name to the last byte.
   */
  readonly call: ServerFetch
}

interface ServerConnectionOptions {
  /** Base URL that the operator configured; its host may have a private address, but never one of cloud metadata. */
  readonly url: string
  readonly connectionsMax: number
  /** Of an answer, decoded; longer ones fail. 4 MB when absent. */
  readonly bodyBytesMax?: number
  /** Its own when absent. */
  readonly lookup?: Lookup | undefined
}

const defaultBytesMax = 4 * 1024 * 1024
const dialTimeoutMs = 10_000
const keepAliveMs = 4_000
const owner = 'configured servers'
const bodilessStatuses = new Set([204, 205, 304])

export function createServerConnection(options: ServerConnectionOptions): ServerConnection {
  const { origin, hostname } = new URL(options.url)
  const { lookup, bodyBytesMax = defaultBytesMax } = options
  const allowedHosts = [hostname.replaceAll(/^\[|\]$/g, '')]
  const guard = createGuard({ allowedHosts, ...(lookup && { lookup }) })
  const connections = createSemaphore({
    perTeamMax: options.connectionsMax,
    waitingMax: options.connectionsMax * 8,
  })
  const dial = { guard, proxy: undefined, skipTlsVerification: false, connections, dialTimeoutMs }
  const agent = new Agent({
    connect: createDialer({ ...dial, teamId: owner }),
    connections: options.connectionsMax,
    allowH2: true,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: keepAliveMs,
  })

  return {
    async call(input, init = {}) {
      const url = new URL(input instanceof Request ? input.url : input)
      const { method, body, signal } = init
      if (url.origin !== origin || method !== 'POST' || typeof body !== 'string') {
        throw new NetError('request', 'ERR_BLOCKED_BY_CLIENT')
      }
      const headers = { ...traceHeaders(), ...Object.fromEntries(new Headers(init.headers)) }
      const ends = signal ?? new AbortController().signal
      const answer = await exchange(
        agent,
        { url, headers, body, bodyBytesMax, cutsBody: false },
        ends,
      )
      const coding = answer.headers['content-encoding']
      const decoded = await decodeContent(answer.body, coding, bodyBytesMax)
      ends.throwIfAborted()
      return toResponse(answer.status, answer.headers, decoded.body)
    },
    [Symbol.asyncDispose]: () => agent.destroy(),
  }
}

function toResponse(
  status: number,
  received: Readonly<Record<string, string | string[] | undefined>>,
  body: Uint8Array,
): Response {
  if (status < 200 || status > 599) throw new NetError('site', 'ERR_INVALID_HTTP_RESPONSE')
  const headers = new Headers()
  for (const name of ['content-type', 'retry-after', 'retry-after-ms']) {
    const value = received[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  const content = bodilessStatuses.has(status) ? null : new Uint8Array(body)
  return new Response(content, { status, headers })
}
