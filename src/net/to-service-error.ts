import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import type { NetError, NetFailureKind } from './failure.ts'

const codes: Record<NetFailureKind, ErrorCode> = {
  address: 'SCRAPE_DNS_RESOLUTION_ERROR',
  tls: 'SCRAPE_SSL_ERROR',
  proxy: 'SCRAPE_PROXY_SELECTION_ERROR',
  request: 'BAD_REQUEST',
  site: 'SCRAPE_SITE_ERROR',
}

/** What a failure on the way to a page means to the caller (docs/errors.md). */
export const toServiceError = (error: NetError): ServiceError =>
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
