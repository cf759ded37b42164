import type { IncomingHttpHeaders } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { Agent, type Dispatcher } from 'undici'
import { decodeContent } from './content-encoding.ts'
import { createCookies } from './cookies.ts'
import { createAgents } from './agents.ts'
import { createDialer } from './dialer.ts'
import { exchangeAgain, type Answer } from './exchange.ts'
import { createExits, type Exit, type ProxyPool, type ProxyPools } from './exits.ts'
import { NetError } from './failure.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Waiter } from '#kernel/waiter.ts'
import type { Guard } from './guard.ts'
import { isClosedPort } from './ports.ts'
import { isWeb, mayKeepCredentials, redirectTarget } from './redirect.ts'

export interface GetRequest {
  readonly url: string
  /** Sent on every hop; lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Sent as long as the redirects stay on the first origin. */
  readonly credentials: Readonly<Record<string, string>>
  readonly proxy: ProxyPool
  /** Where the site should see us, ISO 3166-1 alpha-2; an exit there is taken when the pool has one. */
  readonly country?: string
  readonly skipTlsVerification: boolean
  /** Bound of the body as it comes and again as it is decoded. */
  readonly bodyBytesMax: number
  /** What is longer is cut there instead of refused. */
  readonly cutsBody?: boolean
}

export interface Received {
  /** Where the redirects ended. */
  readonly url: string
  readonly status: number
  /** Lower-case names; repeated headers joined with ", "; no Set-Cookie. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  /** The body ended before its coding did: it is not all of it. */
  readonly isCut: boolean
}

export interface Client extends AsyncDisposable {
  /** Throws `NetError`, or the reason of the signal, which bounds everything from the name to the last byte. */
  get(request: GetRequest, waiter: Waiter): Promise<Received>
  readonly hasProxies: (pool: ProxyPool) => boolean
}

export interface ClientOptions {
  readonly guard: Guard
  readonly proxies?: ProxyPools
  readonly dialTimeoutMs?: number
  /** Open connections of one team, over all sites together. */
  readonly connectionsMax?: number
  /** Old connections are given up, so that a name that moves is seen to move. */
  readonly connectionLifeMs?: number
}

const redirectsMax = 10
const headerBytesMax = 256 * 1024
const connectionsPerOriginMax = 64
const dialsWaitingMax = 4_096
const keepAliveMs = 4_000
const keepAliveMaxMs = 30_000

/** The client for everything a caller makes us fetch. Every hop goes through the guard. */
export function createClient({
  guard,
  proxies = { basic: [], enhanced: [] },
  dialTimeoutMs = 30_000,
  connectionsMax = 1_024,
  connectionLifeMs = 60_000,
}: ClientOptions): Client {
  const exits = createExits(proxies)
  const connections = createSemaphore({
    perTeamMax: connectionsMax,
    waitingMax: dialsWaitingMax,
  })
  const agents = createAgents()

  /** Verified and unverified connections, those of different proxies, and those of different teams never share a pool. */
  const agentFor = (exit: Exit, skipTlsVerification: boolean, teamId: string): Agent =>
    agents.of(`${exit.name} ${skipTlsVerification} ${teamId}`, () => {
      const dial = { guard, proxy: exit.proxy, skipTlsVerification, connections, teamId }
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

  async function get(request: GetRequest, { teamId, signal }: Waiter): Promise<Received> {
    const exit = exits.next(request.proxy, request.country)
    const agent = agentFor(exit, request.skipTlsVerification, teamId)
    const { answer, url } = await followRedirects(agent, request, signal)
    const headers = toHeaders(answer.headers)
    const coding = headers['content-encoding']
    const decoded = await decodeContent(answer.body, coding, request.bodyBytesMax)
    signal.throwIfAborted()
    return { url: url.href, status: answer.status, headers, ...decoded }
  }

  return {
    get,
    hasProxies: (pool) => exits.has(pool),
    [Symbol.asyncDispose]: () => agents[Symbol.asyncDispose](),
  }
}

async function followRedirects(
  agent: Dispatcher,
  request: GetRequest,
  signal: AbortSignal,
): Promise<{ answer: Answer; url: URL }> {
  const cookies = createCookies()
  const seen = new Set<string>()
  const first = withoutUserinfo(request)
  let { url, credentials } = first
  for (let hops = 0; hops <= redirectsMax; hops++) {
    if (isClosedPort(url)) throw new NetError('site', 'ERR_UNSAFE_PORT')
    const sent = cookies.header(url, credentials['cookie'])
    const visit = `${url.href} ${sent ?? ''}`
    if (seen.has(visit)) break
    seen.add(visit)
    const headers = { ...request.headers, ...credentials, ...(sent && { cookie: sent }) }
    const { bodyBytesMax, cutsBody = false } = request
    const answer = await exchangeAgain(agent, { url, headers, bodyBytesMax, cutsBody }, signal)
    const target = redirectTarget(answer, url)
    if (!target) return { answer, url }
    cookies.store(answer.headers['set-cookie'], url)
    if (!mayKeepCredentials(url, target)) credentials = {}
    url = target
    // undici frees a connection one turn after its answer; asking sooner would open a second one.
    await setImmediate()
  }
  throw new NetError('site', 'ERR_TOO_MANY_REDIRECTS')
}

/** Takes `user:password@` out of the URL and into the header it stands for. */
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

/** Userinfo may carry a percent sign that escapes nothing. */
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
