import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { Duplex } from 'node:stream'
import { answerCheck } from './filtering-proxy/check-page.ts'
import { createRoutes, takeRoute, type ProxyPool, type ProxyPools, type Routes } from './routes.ts'
import {
  listenerByCredentials,
  listenerByName,
  proxyDomain,
  type Admission,
  type ProxyListener,
} from './filtering-proxy/admission.ts'
import { forwardRequest } from './filtering-proxy/forward.ts'
import {
  createProxySession,
  type OpenSession,
  type ProxySession,
} from './filtering-proxy/proxy-session.ts'
import { servePrivately } from './filtering-proxy/private-listener.ts'
import { openTunnelFor } from './filtering-proxy/tunnel.ts'
import { createRouteConnections } from './filtering-proxy/route-connections.ts'
import type { ScreenSubject } from '#kernel/caller.ts'
import { admitAll, type AdmitUrl } from '#kernel/screen.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Log } from '#kernel/log.ts'
import type { Guard } from './guard.ts'

export interface AdmitOptions extends ScreenSubject {
  readonly pool: ProxyPool
  /** Uses a proxy in that country if the pool has one. */
  readonly country?: string | undefined
  /** Host of the page; empty if there is none. */
  readonly host?: string | undefined
  /** Label of the route to take. */
  readonly route?: string | undefined
  /** Maximum of received bytes before all connections are closed. */
  readonly bytesMax: number
}

/** The parts of the proxy address that a browser is started with; they do not grant access. */
export interface ProxyAddress {
  /** URL of the proxy without credentials. */
  readonly url: string
  readonly host: string
  /** With admission by name: host names with this suffix resolve to the proxy, */
  readonly domain: string
  /** and this is the hash of its public key. */
  readonly publicKeyHash?: string | undefined
}

/** The only network access of a browser: an HTTP proxy for `http:`, and CONNECT for everything else. */
export interface FilteringProxy extends AsyncDisposable, ProxyAddress {
  readonly port: number
  /** Creates a session for one browser context and one route. Disposing it closes its connections. */
  admit(options: AdmitOptions): ProxySession
  /** Creates a session for a browser that alone can reach a listening socket. Disposing it closes the socket. */
  serveOn(listening: Server, options: AdmitOptions): ProxySession
}

export interface FilteringProxyOptions {
  readonly guard: Guard
  /** Asked before every plain request and every tunnel; allows all when absent. */
  readonly admitUrl?: AdmitUrl
  readonly log: Pick<Log, 'error'>
  readonly proxies?: ProxyPools
  /** Replaces `proxies`; shared with other users of the same proxies. */
  readonly routes?: Routes
  /** Address to listen on; loopback unless the browser runs on another machine. */
  readonly host?: string
  /** `credentials` for a remote browser, which cannot be configured with our key. */
  readonly admission?: Admission
  readonly dialTimeoutMs?: number
  /** Maximum of open connections of one team to sites, over all browsers. */
  readonly connectionsMax?: number
}

const dialsWaitingMax = 4_096

/**
 * Starts the proxy. The guard resolves and checks every target, and the checked address is dialled; name resolution of the browser
 * is not used. Requests without a session are refused.
 */
export async function startFilteringProxy(options: FilteringProxyOptions): Promise<FilteringProxy> {
  const { guard, log, host = '127.0.0.1', admission = 'name', admitUrl = admitAll } = options
  const { dialTimeoutMs = 30_000, connectionsMax = 1_024 } = options
  const { routes = createRoutes(options.proxies ?? { basic: [], enhanced: [] }) } = options
  const connections = createSemaphore({ perTeamMax: connectionsMax, waitingMax: dialsWaitingMax })
  const connectionsByRoute = createRouteConnections({ guard, connections, dialTimeoutMs })
  const sessions = new Map<string, OpenSession>()
  const bracketed = host.includes(':') ? `[${host}]` : host
  const urlAt = (port: number) => `http://${bracketed}:${port}`
  const listener =
    admission === 'name' ? listenerByName((key) => sessions.has(key)) : listenerByCredentials(urlAt)
  const { server, refusal } = listener
  const findSession = (request: IncomingMessage) => sessions.get(listener.readKey(request))

  serve(listener, findSession)
  server.listen(0, host)
  await once(server, 'listening')
  // A connection that cannot be accepted, for example without free file descriptors, must not stop the proxy.
  server.on('error', (err) => log.error({ err }, 'proxy of the browser failed'))
  const { port } = server.address() as AddressInfo

  function admit(options: AdmitOptions): OpenSession {
    const { teamId, pool, country, host: siteHost = '', route: label, bytesMax } = options
    const site = { teamId, host: siteHost }
    const { key, ticket } = listener.issue(port)
    const { route, failed } = takeRoute(routes, { label, pool, country, site })
    const connections = connectionsByRoute.of(route, teamId)
    const challenge = refusal.headers['proxy-authenticate']
    const session = createProxySession({
      connections,
      ticket,
      challenge,
      bytesMax,
      failed,
      admitTo: (url, signal) => admitUrl(url, { ...options, signal }),
    })
    sessions.set(key, session)
    session.ended.addEventListener('abort', () => sessions.delete(key))
    return session
  }

  return {
    url: admission === 'name' ? `https://none.${proxyDomain}:${port}` : urlAt(port),
    host,
    port,
    domain: proxyDomain,
    publicKeyHash: listener.publicKeyHash,
    admit,
    serveOn(listening, options) {
      const session = admit(options)
      servePrivately(listening, session)
      return session
    },
    async [Symbol.asyncDispose]() {
      for (const session of sessions.values()) session[Symbol.dispose]()
      server.closeAllConnections()
      server.close()
      await connectionsByRoute[Symbol.asyncDispose]()
    },
  }
}

/** Requests and tunnels of sessions; all others are refused. */
function serve(
  { server, refusal }: ProxyListener,
  findSession: (request: IncomingMessage) => OpenSession | undefined,
): void {
  server.on('request', (request, response) => {
    const session = findSession(request)
    if (session && answerCheck(request, response)) return
    if (session) void forwardRequest(session, request, response)
    else response.writeHead(refusal.status, { ...refusal.headers, 'content-length': '0' }).end()
  })
  server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const session = findSession(request)
    if (session) void openTunnelFor(session, request, { socket, head })
    else socket.end(refusalOfTunnel(refusal))
  })
  server.on('clientError', (_error, socket) => socket.destroy())
}

function refusalOfTunnel({ status, headers }: ProxyListener['refusal']): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n`
}
