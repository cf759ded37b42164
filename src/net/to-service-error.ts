import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import type { NetError, NetFailureKind } from './failure.ts'

const codes: Record<NetFailureKind, ErrorCode> = {
  address: 'SCRAPE_DNS_RESOLUTION_ERROR',
  tls: 'SCRAPE_SSL_ERROR',
  proxy: 'SCRAPE_PROXY_SELECTION_ERROR',
  request: 'BAD_REQUEST',
  forbidden: 'FORBIDDEN',
  policy: 'unsafe_domain_blocked',
  site: 'SCRAPE_SITE_ERROR',
}

/** Converts a network error of a page into the error for the caller (docs/errors.md). */
export function toFetchError(error: NetError): ServiceError {
  if (error.kind === 'policy' && error.cause instanceof ServiceError) return error.cause
  return new ServiceError(codes[error.kind], writeMessage(error), { cause: error })
}

/** Error names of browsers, never addresses; undefined for the text of the error table. */
function writeMessage({ kind, reason }: NetError): string | undefined {
  if (kind === 'site') return `The site could not be loaded: ${reason}.`
  if (kind === 'tls' && !reason.startsWith('ERR_CERT_')) {
    return `The TLS handshake with the site failed: ${reason}.`
  }
  if (kind === 'forbidden') return 'The page leads to a URL that may not be visited.'
  if (kind !== 'request') return undefined
  if (reason === 'ERR_UNKNOWN_URL_SCHEME') return 'URL uses unsupported protocol'
  return 'A value in `headers` cannot be sent: names and values must be plain HTTP header text.'
}
