import type { Waiter } from '#kernel/waiter.ts'
import type { Client } from '#net/client.ts'
import { NetError } from '#net/failure.ts'
import { toServiceError } from '#net/to-service-error.ts'
import type { Engine, EngineRequest } from '#fetch/engine.ts'
import { requestHeaders } from './http-headers.ts'

interface HttpEngineOptions {
  readonly client: Client
  readonly userAgent: string
  /** Largest body, as it comes and as it is decoded. */
  readonly bodyBytesMax: number
}

/** Gets a page with one GET and its redirects; runs no scripts. Answers of the site with 4xx and 5xx are pages. */
export function httpEngine(options: HttpEngineOptions): Engine {
  const { client, userAgent, bodyBytesMax: operatorBytesMax } = options

  async function fetchPage(request: EngineRequest, waiter: Waiter) {
    // Without a pool of its own, enhanced behaves as basic (contract section 25, O17).
    const isEnhanced = request.proxy === 'enhanced' && client.hasProxies('enhanced')
    const proxy = isEnhanced ? 'enhanced' : 'basic'
    const { url, skipTlsVerification, bodyBytesMax = operatorBytesMax } = request
    const cutsBody = request.bodyBytesMax !== undefined
    const headers = requestHeaders(request, userAgent)
    const received = await client
      .get({ url, ...headers, proxy, skipTlsVerification, bodyBytesMax, cutsBody }, waiter)
      .catch((error: unknown) => {
        throw error instanceof NetError ? toServiceError(error) : error
      })
    return { ...received, engine: 'http' as const, proxy, fetchedAt: new Date() } as const
  }

  return {
    name: 'http',
    abilities: new Set(),
    fetch: fetchPage,
    hasProxies: client.hasProxies,
  }
}
