import errors from 'undici/lib/core/errors.js'
import { isScreenRefusal } from '#kernel/screen.ts'
import { readErrorCode } from '#base/error-code.ts'

/**
 * Kinds of network errors:
 * - `address`: the host has no address, or none that is permitted (deliberately the same kind)
 * - `tls`: the TLS handshake or the certificate of the site
 * - `proxy`: the upstream proxy
 * - `request`: the request cannot be sent
 * - `forbidden`: the caller may not visit the URL
 * - `policy`: threat protection or the hosts of the key refuse the URL; the cause is the error for the caller
 * - `site`: any other failure of the site or the connection
 */
export type NetFailureKind =
  | 'address'
  | 'tls'
  | 'proxy'
  | 'request'
  | 'forbidden'
  | 'policy'
  | 'site'

/**
 * The only error that `net` throws, besides the reason of an aborted signal. `reason` is the error name of browsers. The cause may
 * contain addresses: never show it to callers or log it for a tenant.
 */
export class NetError extends Error {
  override name = 'NetError'
  readonly kind: NetFailureKind
  readonly reason: string

  constructor(kind: NetFailureKind, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.kind = kind
    this.reason = reason
  }
}

const reasonsByCode: Record<string, string> = {
  ECONNRESET: 'ERR_CONNECTION_RESET',
  ECONNREFUSED: 'ERR_CONNECTION_REFUSED',
  ECONNABORTED: 'ERR_CONNECTION_ABORTED',
  EPIPE: 'ERR_CONNECTION_CLOSED',
  ETIMEDOUT: 'ERR_CONNECTION_TIMED_OUT',
  UND_ERR_CONNECT_TIMEOUT: 'ERR_CONNECTION_TIMED_OUT',
  EHOSTUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  ENETUNREACH: 'ERR_ADDRESS_UNREACHABLE',
  EADDRNOTAVAIL: 'ERR_ADDRESS_UNREACHABLE',
  UND_ERR_SOCKET: 'ERR_CONNECTION_CLOSED',
  UND_ERR_HEADERS_OVERFLOW: 'ERR_RESPONSE_HEADERS_TOO_BIG',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ERR_CONTENT_LENGTH_MISMATCH',
  // The server closed the HTTP/2 connection before it processed the request.
  UND_ERR_INFO: 'ERR_HTTP2_SERVER_REFUSED_STREAM',
}

const certificateReasons: Record<string, string> = {
  CERT_HAS_EXPIRED: 'ERR_CERT_DATE_INVALID',
  CERT_NOT_YET_VALID: 'ERR_CERT_DATE_INVALID',
  CERT_REVOKED: 'ERR_CERT_REVOKED',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  SELF_SIGNED_CERT_IN_CHAIN: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'ERR_CERT_AUTHORITY_INVALID',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'ERR_CERT_AUTHORITY_INVALID',
  CERT_UNTRUSTED: 'ERR_CERT_AUTHORITY_INVALID',
  INVALID_CA: 'ERR_CERT_AUTHORITY_INVALID',
  ERR_TLS_CERT_ALTNAME_INVALID: 'ERR_CERT_COMMON_NAME_INVALID',
}

/** Converts errors of undici, Node and OpenSSL. */
export function toNetError(thrown: unknown): NetError {
  if (thrown instanceof NetError) return thrown
  if (isScreenRefusal(thrown)) {
    return new NetError('policy', 'ERR_BLOCKED_BY_ADMINISTRATOR', { cause: thrown })
  }
  const code = readErrorCode(thrown) ?? ''
  const certificate = certificateReasons[code]
  if (certificate) return new NetError('tls', certificate, { cause: thrown })
  if (code === 'EPROTO' || /^(ERR_SSL_|ERR_TLS_|CERT_)/.test(code)) {
    return new NetError('tls', 'ERR_SSL_PROTOCOL_ERROR', { cause: thrown })
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return new NetError('request', 'ERR_INVALID_ARGUMENT', { cause: thrown })
  }
  return new NetError('site', reasonsByCode[code] ?? protocolReason(thrown, code), {
    cause: thrown,
  })
}

function protocolReason(thrown: unknown, code: string): string {
  // Some malformed responses (a status of 000) fail an assertion of the parser.
  const isNonsense = thrown instanceof errors.HTTPParserError || code === 'ERR_ASSERTION'
  if (isNonsense) return 'ERR_INVALID_HTTP_RESPONSE'
  if (code.startsWith('ERR_HTTP2_')) return 'ERR_HTTP2_PROTOCOL_ERROR'
  return 'ERR_FAILED'
}
