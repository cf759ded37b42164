import type { Duplex } from 'node:stream'
import { NetError, toNetError } from '#net/failure.ts'
import type { Ticket } from './entrance.ts'
import type { Way } from './ways.ts'

/** What one browser context may do at the proxy, until it is disposed. */
export interface Passage extends Disposable {
  readonly ticket: Ticket
  /** The header by which our proxy asks for credentials; no site can send the same. */
  readonly challenge: string | undefined
  /**
   * Why the last target was not reached. A browser only sees that the proxy would not; the address of a
   * navigation is asked for before anything else, so after a failed one this is its reason.
   */
  readonly lastFailure: NetError | undefined
  /** What has come in so far, in bytes. */
  readonly bytesIn: number
}

/** The side of a passage that the proxy works with. */
export interface OpenPassage extends Passage {
  readonly way: Way
  readonly ended: AbortSignal
  failed(thrown: unknown): void
  /** Counts what came in; past the limit the passage is over. */
  count(bytes: number): void
  /** Closes the socket with the passage. False when there are too many already. */
  hold(socket: Duplex): boolean
}

/** Chromium itself opens at most 32 to a proxy, and as many for WebSockets. */
const socketsMax = 256

export function createPassage(options: {
  readonly way: Way
  readonly ticket: Ticket
  readonly challenge: string | undefined
  readonly bytesMax: number
}): OpenPassage {
  const { way, ticket, challenge, bytesMax } = options
  const ending = new AbortController()
  const sockets = new Set<Duplex>()
  let lastFailure: NetError | undefined
  let bytesIn = 0

  function end() {
    ending.abort()
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }

  return {
    way,
    ticket,
    challenge,
    ended: ending.signal,
    get lastFailure() {
      return lastFailure
    },
    get bytesIn() {
      return bytesIn
    },
    failed(thrown) {
      if (!ending.signal.aborted) lastFailure = toNetError(thrown)
    },
    count(bytes) {
      bytesIn += bytes
      if (bytesIn <= bytesMax || ending.signal.aborted) return
      lastFailure = new NetError('site', 'ERR_RESPONSE_TOO_BIG')
      end()
    },
    hold(socket) {
      if (sockets.has(socket)) return true
      if (ending.signal.aborted || sockets.size >= socketsMax) return false
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      return true
    },
    [Symbol.dispose]: end,
  }
}
