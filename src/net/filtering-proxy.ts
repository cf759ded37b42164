import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { createExits, type ProxyPool, type ProxyPools } from './exits.ts'
import { forwardRequest } from './filtering-proxy/forward.ts'
import { createPassage, type OpenPassage, type Passage } from './filtering-proxy/passage.ts'
import { openTunnelFor } from './filtering-proxy/tunnel.ts'
import { createWays } from './filtering-proxy/ways.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Guard } from './guard.ts'

export interface AdmitOptions {
  /** For whom the browser works. */
  readonly teamId: string
  readonly pool: ProxyPool
  /** Chooses an exit in that country where the pool has one. */
  readonly country?: string | undefined
  /** What may come in before everything is cut off. */
  readonly bytesMax: number
}

/** The one way out of a browser: an HTTP proxy for `http:` and, through CONNECT, for everything else. */
export interface FilteringProxy extends AsyncDisposable {
  /** `http://host:port`, as a browser is told. */
  readonly url: string
  readonly host: string
  readonly port: number
  /** Credentials for one browser context, bound to one exit; disposing them closes all it had open. */
  admit(options: AdmitOptions): Passage
  readonly hasProxies: (pool: ProxyPool) => boolean
}

export interface FilteringProxyOptions {
  readonly guard: Guard
  readonly proxies?: ProxyPools
  /** Where browsers reach it; loopback unless a browser runs on another machine. */
  readonly host?: string
  readonly dialTimeoutMs?: number
  /** Open connections of one team to sites, over all browsers together. */
  readonly connectionsMax?: number
}

const requestHeaderBytesMax = 256 * 1024
const dialsWaitingMax = 4_096

/**
 * Starts the proxy. Every target is resolved and checked by the guard, and the checked address is dialled; what
 * a browser knows of addresses and names of its own counts for nothing. Whoever has no credentials gets nothing.
 */
export async function startFilteringProxy(options: FilteringProxyOptions): Promise<FilteringProxy> {
  const { guard, host = '127.0.0.1', dialTimeoutMs = 30_000, connectionsMax = 1_024 } = options
  const exits = createExits(options.proxies ?? { basic: [], enhanced: [] })
  const connections = createSemaphore({ perTeamMax: connectionsMax, waitingMax: dialsWaitingMax })
  const ways = createWays({ guard, connections, dialTimeoutMs })
  const passages = new Map<string, OpenPassage>()
  const passageOf = ({ headers }: IncomingMessage) =>
    passages.get(headers['proxy-authorization'] ?? '')

  const server = createServer({ maxHeaderSize: requestHeaderBytesMax, requestTimeout: 0 })
  server.on('request', (request, response) => {
    const passage = passageOf(request)
    if (passage) void forwardRequest(passage, request, response)
    else response.writeHead(407, { 'proxy-authenticate': challenge, 'content-length': '0' }).end()
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const passage = passageOf(request)
    if (passage) void openTunnelFor(passage, request, { socket, head })
    else socket.end(unauthenticated)
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    host,
    port,
    hasProxies: (pool) => exits.has(pool),
    admit({ teamId, pool, country, bytesMax }) {
      const username = randomBytes(9).toString('base64url')
      const password = randomBytes(24).toString('base64url')
      const key = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
      const way = ways.of(exits.next(pool, country), teamId)
      const passage = createPassage({ way, username, password, bytesMax })
      passages.set(key, passage)
      passage.ended.addEventListener('abort', () => passages.delete(key))
      return passage
    },
    async [Symbol.asyncDispose]() {
      for (const passage of passages.values()) passage[Symbol.dispose]()
      server.closeAllConnections()
      server.close()
      await ways[Symbol.asyncDispose]()
    },
  }
}

const challenge = 'Basic realm="weir"'
const unauthenticated = `HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: ${challenge}\r\n\r\n`
