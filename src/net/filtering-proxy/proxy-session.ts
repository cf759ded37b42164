import type { Duplex } from 'node:stream'
import { NetError, toNetError } from '#net/failure.ts'
import type { Ticket } from './admission.ts'
import type { RouteConnections } from './route-connections.ts'

/** Permission of one browser context to use the proxy, until it is disposed. */
export interface ProxySession extends Disposable {
  readonly ticket: Ticket
  /** The header by which the proxy requests credentials; sites cannot send the same. */
  readonly challenge: string | undefined
  /**
   * Why the last target was not reached. Chromium sees only a proxy failure; a navigation requests its URL first, so that after a
   * failed navigation this is its reason.
   */
  readonly lastFailure: NetError | undefined
  /** The first target that a policy blocked; absent as long as there is none. */
  readonly blocked: NetError | undefined
  /** Received bytes. */
  readonly bytesIn: number
}

/** A session, as the proxy uses it. */
export interface OpenSession extends ProxySession {
  readonly connections: RouteConnections
  readonly ended: AbortSignal
  /** Fails for a URL that the policy of the session blocks, and at the end of the session. */
  admitTo(url: string): Promise<void>
  failed(thrown: unknown): void
  /** Counts received bytes; the session ends beyond its limit. */
  count(bytes: number): void
  /** Closes the socket when the session ends. Returns false if there are too many sockets. */
  attach(socket: Duplex): boolean
}

/** Chromium opens at most 32 connections to a proxy, and as many for WebSockets. */
const socketsMax = 256

export function createProxySession(options: {
  readonly connections: RouteConnections
  readonly ticket: Ticket
  readonly challenge: string | undefined
  readonly bytesMax: number
  /** Called with each failure to reach a target. */
  readonly failed: (error: NetError) => void
  readonly admitTo: (url: string, signal: AbortSignal) => Promise<void>
}): OpenSession {
  const { connections, ticket, challenge, bytesMax, admitTo } = options
  const ending = new AbortController()
  const sockets = new Set<Duplex>()
  let lastFailure: NetError | undefined
  let blocked: NetError | undefined
  let bytesIn = 0

  function end() {
    ending.abort()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  return {
    connections,
    ticket,
    challenge,
    ended: ending.signal,
    get lastFailure() {
      return lastFailure
    },
    get blocked() {
      return blocked
    },
    admitTo: (url) => admitTo(url, ending.signal),
    get bytesIn() {
      return bytesIn
    },
    failed(thrown) {
      if (ending.signal.aborted) return
      lastFailure = toNetError(thrown)
      options.failed(lastFailure)
      if (lastFailure.kind === 'policy') blocked ??= lastFailure
    },
    count(bytes) {
      bytesIn += bytes
      if (bytesIn <= bytesMax || ending.signal.aborted) return
      lastFailure = new NetError('site', 'ERR_RESPONSE_TOO_BIG')
      end()
    },
    attach(socket) {
      if (sockets.has(socket)) return true
      if (ending.signal.aborted || sockets.size >= socketsMax) return false
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return true
    },
    [Symbol.dispose]: end,
  }
}
