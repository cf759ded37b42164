import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import type { Client } from '#net/client.ts'
import { NetError, type NetFailureKind } from '#net/failure.ts'
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

  async function fetchPage(request: EngineRequest, signal: AbortSignal) {
    // Without a pool of its own, enhanced behaves as basic (contract section 25, O17).
    const isEnhanced = request.proxy === 'enhanced' && client.hasProxies('enhanced')
    const proxy = isEnhanced ? 'enhanced' : 'basic'
    const { url, skipTlsVerification, bodyBytesMax = operatorBytesMax } = request
    const cutsBody = request.bodyBytesMax !== undefined
    const headers = requestHeaders(request, userAgent)
    const received = await client
      .get({ url, ...headers, proxy, skipTlsVerification, bodyBytesMax, cutsBody }, signal)
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

const codes: Record<NetFailureKind, ErrorCode> = {
  address: 'SCRAPE_DNS_RESOLUTION_ERROR',
  tls: 'SCRAPE_SSL_ERROR',
  proxy: 'SCRAPE_PROXY_SELECTION_ERROR',
  request: 'BAD_REQUEST',
  site: 'SCRAPE_SITE_ERROR',
}

const toServiceError = (error: NetError) =>
  new ServiceError(codes[error.kind], messageOf(error), { cause: error })

/** Says what a browser would say and never an address; undefined keeps the text of the code. */
function messageOf({ kind, reason }: NetError): string | undefined {
  if (kind === 'site') return `The site could not be loaded: ${reason}.`
  if (kind === 'tls' && !reason.startsWith('ERR_CERT_')) {
    return `The TLS handshake with the site failed: ${reason}.`
  }
  if (kind !== 'request') return undefined
  if (reason === 'ERR_UNKNOWN_URL_SCHEME') return 'URL uses unsupported protocol'
  return 'A value in `headers` cannot be sent: names and values must be plain HTTP header text.'
}
