import { Agent, type buildConnector } from 'undici'
import { createAgents } from '#net/agents.ts'
import { createDialer, type DialerOptions } from '#net/dialer.ts'
import type { Exit } from '#net/exits.ts'

/** One exit, as the filtering proxy uses it for one team. */
export interface Way {
  readonly dial: buildConnector.connector
  /** Keeps the connections of plain http. */
  readonly agent: Agent
}

const answerHeaderBytesMax = 256 * 1024
const connectionsPerOriginMax = 64
const keepAliveMs = 4_000

/** Makes the way of a team through an exit when it is needed. */
export function createWays(
  options: Pick<DialerOptions, 'guard' | 'connections' | 'dialTimeoutMs'>,
): AsyncDisposable & { of(exit: Exit, teamId: string): Way } {
  const agents = createAgents()
  return {
    of({ name, proxy }, teamId) {
      const dial = createDialer({ ...options, proxy, teamId, skipTlsVerification: false })
      const make = () =>
        new Agent({
          connect: dial,
          connections: connectionsPerOriginMax,
          maxHeaderSize: answerHeaderBytesMax,
          keepAliveTimeout: keepAliveMs,
          headersTimeout: 0,
          bodyTimeout: 0,
        })
      return { dial, agent: agents.of(`${name} ${teamId}`, make) }
    },
    [Symbol.asyncDispose]: () => agents[Symbol.asyncDispose](),
  }
}
