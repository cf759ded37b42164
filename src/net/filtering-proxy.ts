import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { answerCheck } from './filtering-proxy/check-page.ts'
import { createExits, type ProxyPool, type ProxyPools } from './exits.ts'
import {
  entranceByCredentials,
  entranceByName,
  proxyDomain,
  type Admission,
  type Entrance,
} from './filtering-proxy/entrance.ts'
import { forwardRequest } from './filtering-proxy/forward.ts'
import { createPassage, type OpenPassage, type Passage } from './filtering-proxy/passage.ts'
import { openTunnelFor } from './filtering-proxy/tunnel.ts'
import { createWays } from './filtering-proxy/ways.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Log } from '#kernel/log.ts'
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

/** What a browser that we start is told about the proxy; none of it lets anybody in. */
export interface ProxyAddress {
  /** Leads to the proxy, but no further. */
  readonly url: string
  readonly host: string
  /** With admission by name: names that end like this lead to the proxy, */
  readonly domain: string
  /** and this is the hash of its public key. */
  readonly publicKeyHash?: string | undefined
}

/** The one way out of a browser: an HTTP proxy for `http:` and, through CONNECT, for everything else. */
export interface FilteringProxy extends AsyncDisposable, ProxyAddress {
  readonly port: number
  /** A ticket for one browser context, bound to one exit; disposing it closes all it had open. */
  admit(options: AdmitOptions): Passage
  readonly hasProxies: (pool: ProxyPool) => boolean
}

export interface FilteringProxyOptions {
  readonly guard: Guard
  readonly log: Pick<Log, 'error'>
  readonly proxies?: ProxyPools
  /** Where browsers reach it; loopback unless a browser runs on another machine. */
  readonly host?: string
  /** `credentials` for a browser that others start, which cannot be told about our key. */
  readonly admission?: Admission
  readonly dialTimeoutMs?: number
  /** Open connections of one team to sites, over all browsers together. */
  readonly connectionsMax?: number
}

const dialsWaitingMax = 4_096

/**
 * Starts the proxy. Every target is resolved and checked by the guard, and the checked address is dialled; what
 * a browser knows of addresses and names of its own counts for nothing. Whoever has no ticket gets nothing.
 */
export async function startFilteringProxy(options: FilteringProxyOptions): Promise<FilteringProxy> {
  const { guard, log, host = '127.0.0.1', admission = 'name' } = options
  const { dialTimeoutMs = 30_000, connectionsMax = 1_024 } = options
  const exits = createExits(options.proxies ?? { basic: [], enhanced: [] })
  const connections = createSemaphore({ perTeamMax: connectionsMax, waitingMax: dialsWaitingMax })
  const ways = createWays({ guard, connections, dialTimeoutMs })
  const passages = new Map<string, OpenPassage>()
  const bracketed = host.includes(':') ? `[${host}]` : host
  const urlAt = (port: number) => `http://${bracketed}:${port}`
  const entrance =
    admission === 'name' ? entranceByName((key) => passages.has(key)) : entranceByCredentials(urlAt)
  const { server, refusal } = entrance
  const passageOf = (request: IncomingMessage) => passages.get(entrance.keyOf(request))

  server.on('request', (request, response) => {
    const passage = passageOf(request)
    if (passage && answerCheck(request, response)) return
    if (passage) void forwardRequest(passage, request, response)
    else response.writeHead(refusal.status, { ...refusal.headers, 'content-length': '0' }).end()
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const passage = passageOf(request)
    if (passage) void openTunnelFor(passage, request, { socket, head })
    else socket.end(refusalOfTunnel(refusal))
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  server.listen(0, host)
  await once(server, 'listening')
  // A connection that could not be accepted, for want of file descriptors, is no reason to stop.
  server.on('error', (err) => log.error({ err }, 'proxy of the browser failed'))
  const { port } = server.address() as AddressInfo

  return {
    url: admission === 'name' ? `https://none.${proxyDomain}:${port}` : urlAt(port),
    host,
    port,
    domain: proxyDomain,
    publicKeyHash: entrance.publicKeyHash,
    hasProxies: (pool) => exits.has(pool),
    admit({ teamId, pool, country, bytesMax }) {
      const { key, ticket } = entrance.issue(port)
      const way = ways.of(exits.next(pool, country), teamId)
      const challenge = refusal.headers['proxy-authenticate']
      const passage = createPassage({ way, ticket, challenge, bytesMax })
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

function refusalOfTunnel({ status, headers }: Entrance['refusal']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n`
}
