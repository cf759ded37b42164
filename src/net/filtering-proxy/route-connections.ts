import type { buildConnector } from 'undici'
import Agent from 'undici/lib/dispatcher/agent.js'
import { createConnectionPools } from '#net/agents.ts'
import { createDialer, type DialerOptions } from '#net/dialer.ts'
import type { Route } from '#net/routes.ts'

/** Connections of a team over one route. */
export interface RouteConnections {
  readonly dial: buildConnector.connector
  /** Connection pool of plain HTTP. */
  readonly agent: Agent
}

const answerHeaderBytesMax = 256 * 1024
const connectionsPerOriginMax = 64
const keepAliveMs = 4_000

/** Creates the connections of a team over a route on demand. */
export function createRouteConnections(
  options: Pick<DialerOptions, 'guard' | 'connections' | 'dialTimeoutMs'>,
): AsyncDisposable & { of(route: Route, teamId: string): RouteConnections } {
  const agents = createConnectionPools()
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
