import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import Agent from 'undici/lib/dispatcher/agent.js'
import { decodeContent } from './content-encoding.ts'
import { createCookies } from './cookies.ts'
import { createConnectionPools, type ConnectionPools } from './agents.ts'
import { createDialer } from './dialer.ts'
import { exchangeAgain } from './exchange.ts'
import { openBody } from './open-body.ts'
import {
  createRoutes,
  takeRoute,
  type ProxyPool,
  type ProxyPools,
  type Route,
  type Routes,
} from './routes.ts'
import { NetError } from './failure.ts'
import { admitAll, type AdmitUrl } from '#kernel/screen.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Guard } from './guard.ts'
import { isClosedPort } from './ports.ts'
import { isWeb, mayKeepCredentials, redirectTarget, type ResponseHead } from './redirect.ts'

export interface GetRequest {
  readonly url: string
  /** Sent with every request; lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent while redirects stay on the first origin. */
  readonly credentials: Readonly<Record<string, string>>
  readonly proxy: ProxyPool
  /** Country that the site should see, ISO 3166-1 alpha-2; a proxy there is used if the pool has one. */
  readonly country?: string | undefined
  /** Label of the route to take. */
  readonly route?: string | undefined
  readonly skipTlsVerification: boolean
  /** Asked about the URL and about each that it redirects to, before anything is sent there. Absent: all are permitted. */
  readonly mayVisit?: ((url: string) => boolean) | undefined
  /** Maximum size of the body, both encoded and decoded. */
  readonly bodyBytesMax: number
  /** Truncates a larger body instead of refusing it. */
  readonly cutsBody?: boolean
}

export interface Received {
  /** Final URL. */
  readonly url: string
  readonly status: number
  /** Lower-case names; repeated headers joined with ", "; no Set-Cookie. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The encoded body is incomplete. */
  readonly isCut: boolean
  /** Names of the cookies that the response set. */
  readonly cookieNames: readonly string[]
}

/** A response whose body is still to be read. */
export interface Opened extends Pick<Received, 'url' | 'status' | 'headers'> {
  readonly body: Readable
}

export interface Client extends AsyncDisposable {
  /**
   * Throws `NetError`, or the reason of the signal, which covers everything from the DNS lookup to the last byte. Fails with
   * `unsafe_domain_blocked` when the policy of the caller blocks the URL or one that it redirects to.
   */
  get(request: GetRequest, caller: Caller): Promise<Received>
  /**
   * Like `get`, for bodies that are too large for memory. Reading the body fails with `ERR_RESPONSE_TOO_BIG` beyond its limit.
   * Only bodies without a Content-Encoding are accepted.
   */
  open(request: Omit<GetRequest, 'cutsBody'>, caller: Caller): Promise<Opened>
}

export interface ClientOptions {
  readonly guard: Guard
  /** Asked before every request of a redirect chain; allows all when absent. */
  readonly admitUrl?: AdmitUrl
  readonly proxies?: ProxyPools
  /** Replaces `proxies`; shared with other users of the same proxies. */
  readonly routes?: Routes
  readonly dialTimeoutMs?: number
  /** Maximum of open connections of one team, over all sites. */
  readonly connectionsMax?: number
  /** Connections are closed after this time, so that DNS changes take effect. */
  readonly connectionLifeMs?: number
}

const redirectsMax = 10
const headerBytesMax = 256 * 1024
const connectionsPerOriginMax = 64
const dialsWaitingMax = 4_096
const keepAliveMs = 4_000
const keepAliveMaxMs = 30_000

/** Returns the client for all URLs that callers choose. Every request of a redirect chain passes the guard. */
export function createClient({
  guard,
  admitUrl = admitAll,
  proxies = { basic: [], enhanced: [] },
  dialTimeoutMs = 30_000,
  connectionsMax = 1_024,
  connectionLifeMs = 60_000,
  routes = createRoutes(proxies),
}: ClientOptions): Client {
  const agents = createConnectionPools()
  const agentFor = createAgentFor(agents, {
    guard,
    dialTimeoutMs,
    connectionsMax,
    connectionLifeMs,
  })

  function take(request: Routed, teamId: string) {
    const { route: label, proxy: pool, country } = request
    const site = { teamId, host: URL.parse(request.url)?.host ?? '' }
    const { route, failed } = takeRoute(routes, { label, pool, country, site })
    const rethrow = (error: unknown): never => {
      failed(error)
      throw error
    }
    return { agent: agentFor(route, request.skipTlsVerification, teamId), rethrow }
  }

  async function get(request: GetRequest, caller: Caller): Promise<Received> {
    const { teamId, signal } = caller
    const { agent, rethrow } = take(request, teamId)
    const { bodyBytesMax, cutsBody = false } = request
    const { answer, url } = await followRedirects(request, async (at, sent) => {
      await admitUrl(at.href, caller)
      return exchangeAgain(agent, { url: at, headers: sent, bodyBytesMax, cutsBody }, signal)
    }).catch(rethrow)
    const headers = toHeaders(answer.headers)
    const coding = headers['content-encoding']
    const decoded = await decodeContent(answer.body, coding, request.bodyBytesMax)
    signal.throwIfAborted()
    const cookieNames = cookieNamesIn(answer.headers['set-cookie'])
    return { url: url.href, status: answer.status, headers, cookieNames, ...decoded }
  }

  async function open(request: GetRequest, caller: Caller): Promise<Opened> {
    const { teamId, signal } = caller
    const { agent, rethrow } = take(request, teamId)
    const { answer, url } = await followRedirects(request, async (at, headers) => {
      await admitUrl(at.href, caller)
      return openBody(agent, { url: at, headers, bodyBytesMax: request.bodyBytesMax }, signal)
    }).catch(rethrow)
    return { url: url.href, ...answer, headers: toHeaders(answer.headers) }
  }

  return {
    get,
    open,
    [Symbol.asyncDispose]: () => agents[Symbol.asyncDispose](),
  }
}

type AgentOptions = Required<
  Pick<ClientOptions, 'guard' | 'dialTimeoutMs' | 'connectionsMax' | 'connectionLifeMs'>
>

/** Connections with and without certificate validation, of different proxies and of different teams are in separate pools. */
function createAgentFor(agents: ConnectionPools, options: AgentOptions) {
  const { guard, dialTimeoutMs, connectionsMax, connectionLifeMs } = options
  const connections = createSemaphore({ perTeamMax: connectionsMax, waitingMax: dialsWaitingMax })
  return (route: Route, skipTlsVerification: boolean, teamId: string): Agent =>
    agents.of(`${route.name} ${skipTlsVerification} ${teamId}`, () => {
      const dial = { guard, proxy: route.proxy, skipTlsVerification, connections, teamId }
      return new Agent({
        connect: createDialer({ ...dial, dialTimeoutMs }),
        connections: connectionsPerOriginMax,
        allowH2: true,
        maxHeaderSize: headerBytesMax,
        keepAliveTimeout: keepAliveMs,
        keepAliveMaxTimeout: keepAliveMaxMs,
        clientTtl: connectionLifeMs,
      })
    })
}

type Routed = Pick<GetRequest, 'url' | 'proxy' | 'country' | 'route' | 'skipTlsVerification'>

const cookieNamesMax = 64

/** A single header is a text. */
const cookieNamesIn = (lines: string | readonly string[] = []): string[] =>
  [lines]
    .flat()
    .slice(0, cookieNamesMax)
    .map((line) => line.split('=', 1)[0]?.trim() ?? '')

async function followRedirects<Answer extends ResponseHead>(
  request: GetRequest,
  ask: (url: URL, headers: Readonly<Record<string, string>>) => Promise<Answer>,
): Promise<{ answer: Answer; url: URL }> {
  const cookies = createCookies()
  const seen = new Set<string>()
  const first = withoutUserinfo(request)
  let { url, credentials } = first
  for (let hops = 0; hops <= redirectsMax; hops++) {
    if (isClosedPort(url)) throw new NetError('site', 'ERR_UNSAFE_PORT')
    if (request.mayVisit?.(url.href) === false) throw new NetError('forbidden', 'ERR_BLOCKED')
    const sent = cookies.header(url, credentials['cookie'])
    const visit = `${url.href} ${sent ?? ''}`
    if (seen.has(visit)) break
    seen.add(visit)
    const headers = { ...request.headers, ...credentials, ...(sent && { cookie: sent }) }
    const answer = await ask(url, headers)
    const target = redirectTarget(answer, url)
    if (!target) return { answer, url }
    cookies.store(answer.headers['set-cookie'], url)
    if (!mayKeepCredentials(url, target)) credentials = {}
    url = target
    // undici releases a connection one event loop turn after its response; an earlier request would open a second one.
    await setImmediate()
  }
  throw new NetError('site', 'ERR_TOO_MANY_REDIRECTS')
}

/** Moves `user:password@` from the URL into the Authorization header. */
function withoutUserinfo({ url: text, credentials }: GetRequest) {
  const url = new URL(text)
  if (!isWeb(url)) throw new NetError('request', 'ERR_UNKNOWN_URL_SCHEME')
  if (!url.username && !url.password) return { url, credentials }
  const pair = `${percentDecoded(url.username)}:${percentDecoded(url.password)}`
  url.username = ''
  url.password = ''
  const authorization = `Basic ${Buffer.from(pair).toString('base64')}`
  return { url, credentials: { authorization, ...credentials } }
}

/** User info may contain a percent sign that is no escape. */
function percentDecoded(text: string): string {
  return text.replace(/(%[0-9a-f]{2})+/gi, (escaped) =>
    Buffer.from(escaped.replaceAll('%', ''), 'hex').toString(),
  )
}

function toHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined || name === 'set-cookie') return []
      return [[name, Array.isArray(value) ? value.join(', ') : value]]
    }),
  )
}
