import type { Receive } from '#browser/receive.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Client, GetRequest, Received } from '#net/client.ts'
import { NetError } from '#net/failure.ts'
import { toFetchError } from '#net/to-service-error.ts'
import type { Engine, FetchAttempt } from '#fetch/engine.ts'
import { mayKeepCredentials } from '#net/redirect.ts'
import { addedHeaders, requestHeaders } from './http-headers.ts'
import { refreshTarget } from './refresh.ts'

interface HttpEngineOptions {
  readonly client: Client
  readonly userAgent: string
  /** Whether there are proxies or a browser for `enhanced`. */
  readonly hasEnhanced: boolean
  /** Sends the requests of `enhanced` with the network stack of its browser. */
  readonly receive?: Receive | undefined
  /** Maximum size of the body, both encoded and decoded. */
  readonly bodyBytesMax: number
}

/** Maximum number of refreshes that are followed one after the other. */
const refreshesMax = 3

/** Fetches a page and follows its refreshes; like redirects, each passes the guard. */
async function followRefreshes(
  get: (request: GetRequest) => Promise<Received>,
  asked: GetRequest,
): Promise<Received> {
  let request = asked
  for (let refreshes = 0; ; refreshes += 1) {
    const received = await get(request)
    const url = refreshes < refreshesMax ? refreshTarget(received) : undefined
    if (url === undefined) return received
    const mayKeep = mayKeepCredentials(new URL(request.url), new URL(url))
    request = { ...request, url, ...(!mayKeep && { credentials: {} }) }
  }
}

/** Fetches a page with GET and follows redirects and short refreshes; runs no scripts. Responses with 4xx and 5xx are pages. */
export function httpEngine(options: HttpEngineOptions): Engine {
  const { client, userAgent, hasEnhanced, receive, bodyBytesMax: operatorBytesMax } = options

  async function fetchPage(request: FetchAttempt, caller: Caller) {
    const proxy = hasEnhanced ? request.proxy : 'basic'
    const { url, route, skipTlsVerification, mayVisit, bodyBytesMax = operatorBytesMax } = request
    const { mobile, location } = request
    const cutsBody = request.bodyBytesMax !== undefined
    const limits = { skipTlsVerification, mayVisit, bodyBytesMax, cutsBody }
    const receiver = proxy === 'enhanced' ? receive : undefined
    const asked = { url, proxy, country: location.country, route, ...limits }
    const own = { headers: {}, credentials: addedHeaders(request) }
    const received = await followRefreshes(
      (next) =>
        receiver
          ? receiver({ ...next, ...limits, headers: next.credentials, mobile, location }, caller)
          : client.get(next, caller),
      { ...asked, ...(receiver ? own : requestHeaders(request, userAgent)) },
    ).catch((error: unknown) => {
      throw error instanceof NetError ? toFetchError(error) : error
    })
    return { ...received, engine: 'http' as const, proxy, fetchedAt: new Date() } as const
  }

  return {
    name: 'http',
    abilities: new Set(),
    fetch: fetchPage,
    hasEnhanced,
  }
}
