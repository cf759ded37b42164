import { ServiceError } from '#kernel/errors.ts'

/**
 * What a failed navigation means to the caller (contract section 3.2); undefined when the address led to something
 * that a browser does not show, such as a download.
 */
export function navigationFailure(thrown: unknown): ServiceError | undefined {
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  if (/Download is starting/.test(text)) return undefined
  const reason = /net::(ERR_[A-Z0-9_]+)/.exec(text)?.[1]
  // What a browser breaks off by itself: a download, an answer without a body.
  if (reason === 'ERR_ABORTED') return undefined
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

/** The name has no address, or none that may be reached: deliberately one answer. */
const addressReasons = new Set([
  'ERR_NAME_NOT_RESOLVED',
  'ERR_NAME_RESOLUTION_FAILED',
  'ERR_ICANN_NAME_COLLISION',
  'ERR_ADDRESS_INVALID',
  'ERR_BLOCKED_BY_LOCAL_NETWORK_ACCESS_CHECKS',
])
