import { ServiceError } from '#kernel/errors.ts'
import type { NetError } from '#net/failure.ts'
import { toFetchError } from '#net/to-service-error.ts'

/**
 * Converts a failed navigation into the error for the caller (docs/errors.md). Undefined if the URL leads to something that a
 * browser does not display, such as a download. `refused` is the failure of our proxy, if any: the browser only sees that its
 * proxy failed.
 */
export function navigationFailure(thrown: unknown, refused?: NetError): ServiceError | undefined {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  if (/Download is starting/.test(text)) return undefined
  const reason = /net::(ERR_[A-Z0-9_]+)/.exec(text)?.[1]
  // Downloads, and responses without a body: a full browser shows a page of its own for errors among them.
  if (reason === 'ERR_ABORTED' || reason === 'ERR_HTTP_RESPONSE_CODE_FAILURE') return undefined
  if (refused && reason !== undefined && proxyReasons.has(reason)) return toFetchError(refused)
  const cause = { cause: thrown }
  if (reason === undefined) return new ServiceError('SCRAPE_SITE_ERROR', undefined, cause)
  if (addressReasons.has(reason))
    return new ServiceError('SCRAPE_DNS_RESOLUTION_ERROR', undefined, cause)
  if (reason.startsWith('ERR_CERT_')) return new ServiceError('SCRAPE_SSL_ERROR', undefined, cause)
  if (/^ERR_(SSL|BAD_SSL|ECH)_/.test(reason)) {
    const message = `The TLS handshake with the site failed: ${reason}.`
    return new ServiceError('SCRAPE_SSL_ERROR', message, cause)
  }
  return new ServiceError('SCRAPE_SITE_ERROR', `The site could not be loaded: ${reason}.`, cause)
}

/** The name has no address, or none that is permitted: deliberately the same error. */
const addressReasons = new Set([
  'ERR_NAME_NOT_RESOLVED',
  'ERR_NAME_RESOLUTION_FAILED',
  'ERR_ICANN_NAME_COLLISION',
  'ERR_ADDRESS_INVALID',
  'ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS',
])

/** Errors of Chromium after its proxy closed the connection. */
const proxyReasons = new Set([
  'ERR_TUNNEL_CONNECTION_FAILED',
  'ERR_PROXY_CONNECTION_FAILED',
  'ERR_EMPTY_RESPONSE',
  'ERR_CONNECTION_CLOSED',
  'ERR_CONNECTION_RESET',
])
