/**
 * Every way a call can fail, once (contract section 3). The HTTP edge reads `status` and `message`,
 * clients decide by `code`, and docs/errors.md is printed from this table.
 * `meaning` says when it happens and what the caller should do.
 */
export const failures = {
  BAD_REQUEST: {
    status: 400,
    message: 'Bad Request',
    meaning: 'The request does not match the schema; `details` names the fields.',
  },
  BAD_REQUEST_INVALID_JSON: {
    status: 400,
    message: 'Bad request, malformed JSON',
    meaning: 'The body is not JSON. Check quoting and the Content-Type header.',
  },
  UNAUTHORIZED: {
    status: 401,
    message: 'Unauthorized: Invalid token',
    meaning: 'The API key is missing, malformed, unknown or revoked.',
  },
  INSUFFICIENT_CREDITS: {
    status: 402,
    message: 'Payment Required: Insufficient credits',
    meaning: 'The team has too few credits left; ask the operator for a grant.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'Forbidden',
    meaning: 'The key or the team may not do this; the text names the cause.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'Not Found',
    meaning: 'The path or the id does not exist, or belongs to another team.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'Method Not Allowed',
    meaning: 'The path exists, but not with this method; the Allow header lists the methods.',
  },
  CONFLICT: {
    status: 409,
    message: 'Conflict',
    meaning: 'The request contradicts the present state; the text names the cause.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'Payload Too Large',
    meaning: 'The body is larger than 10 MB, or the file larger than 50 MB.',
  },
  UNPROCESSABLE: {
    status: 422,
    message: 'Unprocessable Entity',
    meaning:
      'The request is well formed but cannot be fulfilled, for example an invalid JSON Schema.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    message: 'Rate limit exceeded',
    meaning: 'Too many requests this minute; wait for Retry-After seconds.',
  },
  CONCURRENCY_LIMIT_REACHED: {
    status: 429,
    message: 'Concurrency limit reached',
    meaning: 'Too many requests of the team are waiting; wait for Retry-After seconds.',
  },
  UNKNOWN_ERROR: {
    status: 500,
    message: 'An unexpected error occurred on the server.',
    meaning: 'A fault of the service. Retry, and report the request id.',
  },
  NOT_IMPLEMENTED: {
    status: 501,
    message: 'Not Implemented',
    meaning:
      'The path or the option is valid, but this version does not offer it yet; the text names it.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'Service Unavailable',
    meaning: 'Overloaded, stopping, or a needed part is down; wait for Retry-After seconds.',
  },
  SCRAPE_TIMEOUT: {
    status: 408,
    message: 'Request Timeout',
    meaning: 'The page took longer than `timeout`; raise it or try again.',
  },
  CONCURRENCY_QUEUE_TIMEOUT: {
    status: 408,
    message: 'Request Timeout',
    meaning: 'No free slot within two thirds of `timeout`; send fewer requests at once.',
  },
  MAP_TIMEOUT: {
    status: 408,
    message: 'Request Timeout',
    meaning: 'The site could not be mapped within `timeout`; raise it, or map a part of the site.',
  },
  MAP_FAILED: {
    status: 422,
    message: 'The site could not be mapped.',
    meaning:
      'The host does not resolve, does not answer, or its answer cannot be read; the text says which.',
  },
  SCRAPE_DNS_RESOLUTION_ERROR: {
    status: 200,
    message:
      'The host of this URL does not resolve to a public address. Check its spelling; private addresses are refused.',
    meaning:
      'Answered with HTTP 200 and `success:false`. The host has no address, or only addresses the operator has not opened.',
  },
  SCRAPE_NO_CACHED_DATA: {
    status: 404,
    message: 'No cached copy of this page is old enough for minAge. Scrape it without minAge.',
    meaning: '`minAge` asks for a cached copy and there is none.',
  },
  SCRAPE_LOCKDOWN_CACHE_MISS: {
    status: 404,
    message: 'This page is not in the cache, and lockdown forbids fetching it.',
    meaning: '`lockdown` reads only the cache and there is no copy.',
  },
  SCRAPE_ZDR_VIOLATION_ERROR: {
    status: 400,
    message: 'This option stores data and cannot be combined with zero data retention.',
    meaning: 'The request asks for something that needs storage under zero data retention.',
  },
  SCRAPE_UNSUPPORTED_FILE_ERROR: {
    status: 500,
    message: 'This type of file cannot be read.',
    meaning: 'The page is a file whose type has no reader.',
  },
  DOCUMENT_CORRUPT: {
    status: 422,
    message: 'The file is damaged or cut off, and cannot be read.',
    meaning: 'The file is not what its type promises, or is damaged.',
  },
  DOCUMENT_ENCRYPTED: {
    status: 422,
    message: 'The file is protected by a password. Remove the protection and send it again.',
    meaning: 'The file needs a password.',
  },
  DOCUMENT_TOO_COMPLEX: {
    status: 422,
    message: 'Reading the file takes more memory than a file may have.',
    meaning: 'The file unpacks to more, or is built deeper, than a file may be.',
  },
  UNSUPPORTED_FILE_TYPE: {
    status: 400,
    message: 'Unsupported upload type.',
    meaning: 'Files of this type have no reader; the text lists the types that have one.',
  },
  PARSE_UNSUPPORTED_OPTIONS: {
    status: 400,
    message: 'This option is not supported for uploads.',
    meaning: 'The option makes sense for web pages only; the text names it.',
  },
  PARSE_UPLOAD_UNPARSED_LIMIT_REACHED: {
    status: 429,
    message: 'Too many uploads of your team have not been parsed yet.',
    meaning: 'At most 10 uploads within 24 hours may wait to be parsed; parse one first.',
  },
  SCRAPE_SSL_ERROR: {
    status: 500,
    message: 'The TLS certificate of the site is not valid. Set skipTlsVerification to accept it.',
    meaning: 'The TLS handshake with the site failed.',
  },
  SCRAPE_SITE_ERROR: {
    status: 500,
    message: 'The site could not be loaded.',
    meaning: 'The site refused, reset or broke the connection; the text carries the cause.',
  },
  SCRAPE_PROXY_SELECTION_ERROR: {
    status: 500,
    message: 'The proxy could not be reached.',
    meaning: 'The configured upstream proxy refused or failed.',
  },
  SCRAPE_RETRY_LIMIT: {
    status: 500,
    message:
      'The process ended each time this page was worked on. It is not tried again; the rest of the job goes on.',
    meaning:
      'The page takes all the memory, or breaks the service in another way; tell the operator its URL.',
  },
  SCRAPE_ACTION_ERROR: {
    status: 500,
    message: 'Action(s) failed to complete.',
    meaning: 'A step in the browser cannot be completed; the text names it, and says why.',
  },
  SCRAPE_ACTIONS_NOT_SUPPORTED: {
    status: 400,
    message: 'Actions are not possible on this URL.',
    meaning: 'The URL leads to a file; actions need a web page.',
  },
  SCRAPE_ALL_ENGINES_FAILED: {
    status: 500,
    message: 'All scraping engines failed to load this page.',
    meaning: 'Nothing could load the page.',
  },
} as const satisfies Record<string, { status: number; message: string; meaning: string }>

export type ErrorCode = keyof typeof failures

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(failures, code)

/** One finding about one field of the request (contract section 2). */
export interface ErrorDetail {
  readonly code: string
  readonly path: readonly (string | number)[]
  readonly message: string
}

interface ErrorExtras extends ErrorOptions {
  details?: readonly ErrorDetail[] | undefined
  /** Sent as the Retry-After header, whole seconds, at least 1. */
  retryAfterSeconds?: number | undefined
  /** Further members of the answer, where the contract has some. */
  facts?: Readonly<Record<string, string>> | undefined
}

/** A failure we foresaw. Anything else that is thrown is a bug and reaches the caller as `UNKNOWN_ERROR`. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly facts: Readonly<Record<string, string>> | undefined

  constructor(code: ErrorCode, message: string = failures[code].message, extras: ErrorExtras = {}) {
    super(message, extras)
    this.code = code
    this.details = extras.details
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.facts = extras.facts
  }

  get status(): number {
    return failures[this.code].status
  }

  /** Keeps a foreseen failure as it is and wraps everything else, with its cause, as `UNKNOWN_ERROR`. */
  static from(thrown: unknown): ServiceError {
    if (thrown instanceof ServiceError) return thrown
    return new ServiceError('UNKNOWN_ERROR', undefined, { cause: thrown })
  }
}

/** Whether something failed because a part is down or cut off for now: nothing is known of the row it was about. */
export const isUnavailable = (thrown: unknown): boolean =>
  thrown instanceof ServiceError && thrown.code === 'SERVICE_UNAVAILABLE'
