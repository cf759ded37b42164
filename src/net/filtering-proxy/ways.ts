import { Agent, type buildConnector } from 'undici'
import { createDialer, type DialerOptions } from '#net/dialer.ts'
import type { Exit } from '#net/exits.ts'

/** One exit, as the filtering proxy uses it. */
export interface Way {
  readonly dial: buildConnector.connector
  /** Keeps the connections of plain http. */
  readonly agent: Agent
}

const answerHeaderBytesMax = 256 * 1024
const connectionsPerOriginMax = 64
const keepAliveMs = 4_000

/** Makes the way through each exit once. */
export function createWays(
  options: Pick<DialerOptions, 'guard' | 'gate' | 'dialTimeoutMs'>,
): AsyncDisposable & { of(exit: Exit): Way } {
  const ways = new Map<string, Way>()

  function make({ proxy }: Exit): Way {
    const dial = createDialer({ ...options, proxy, skipTlsVerification: false })
    const agent = new Agent({
      connect: dial,
      connections: connectionsPerOriginMax,
      maxHeaderSize: answerHeaderBytesMax,
      keepAliveTimeout: keepAliveMs,
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    return { dial, agent }
  }

  return {
    of(exit) {
      const way = ways.get(exit.name) ?? make(exit)
      ways.set(exit.name, way)
      return way
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...ways.values()].map(({ agent }) => agent.destroy()))
      ways.clear()
    },
  }
}
