import { readFailures } from '#base/read-error.ts'
import { thirdPartyFailures } from './third-party-failures.ts'

/**
 * The error codes of the API. The HTTP server sends `status` and `message`, clients act on `code`,
 * and docs/errors.md is printed from this table. `meaning` says when the error occurs and what to do.
 */
export const failures = {
  BAD_REQUEST: {
    status: 400,
    message: readFailures.BAD_REQUEST,
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
    meaning: 'The team does not have enough credits. Ask the operator for a grant.',
  },
  FORBIDDEN: {
    status: 403,
    message: 'Forbidden',
    meaning: 'The API key or the team is not permitted to do this. The text names the reason.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'Not Found',
    meaning: 'The path or the id does not exist, or the id belongs to another team.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: 'Method Not Allowed',
    meaning:
      'The path does not support this method. The `Allow` header lists the supported methods.',
  },
  CONFLICT: {
    status: 409,
    message: 'Conflict',
    meaning: 'The request conflicts with the current state. The text names the reason.',
  },
  BROWSER_SESSION_DESTROYED: {
    status: 410,
    message: 'Browser session has been destroyed.',
    meaning: 'The browser session has ended. Create another one.',
  },
  BROWSER_SESSION_FAILED: {
    status: 502,
    message: 'Browser operation failed.',
    meaning: 'The browser of the session did not start, or stopped during the request.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    message: 'Payload Too Large',
    meaning: 'The request body exceeds 10 MB, or the uploaded file exceeds 50 MB.',
  },
  UNPROCESSABLE: {
    status: 422,
    message: readFailures.UNPROCESSABLE,
    meaning:
      'The request matches the schema but cannot be processed, for example because a JSON Schema in it is invalid.',
  },
  SCHEMA_TOO_COMPLEX: {
    status: 422,
    message: readFailures.SCHEMA_TOO_COMPLEX,
    meaning:
      'A JSON Schema of the request takes too much work: putting together what it refers to and lists in `allOf` takes more than 200,000 steps, or it is too long or too deep. `details` names the place.',
  },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    message: 'Rate limit exceeded',
    meaning: 'The rate limit of the team is exhausted. Wait for `Retry-After` seconds.',
  },
  CONCURRENCY_LIMIT_REACHED: {
    status: 429,
    message: 'Concurrency limit reached',
    meaning:
      'Too many requests of the team wait for a concurrency slot. Wait for `Retry-After` seconds.',
  },
  UNBILLED_ALLOWANCE_USED: {
    status: 429,
    message: 'Allowance for unbilled runs used',
    meaning:
      'Runs of the team that are not charged have used the pages or model tokens of the day. Wait for `Retry-After` seconds, or ask the operator for a higher allowance.',
  },
  UNKNOWN_ERROR: {
    status: 500,
    message: 'An unexpected error occurred on the server.',
    meaning: 'A bug in the service. Retry, and report the request id.',
  },
  NOT_IMPLEMENTED: {
    status: 501,
    message: readFailures.NOT_IMPLEMENTED,
    meaning:
      'The endpoint or the option is valid but not implemented in this version. The text names it.',
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    message: 'Service Unavailable',
    meaning:
      'The service is overloaded or stopping, or a component such as the database is unavailable. Wait for `Retry-After` seconds.',
  },
  ...thirdPartyFailures,
  SCRAPE_TIMEOUT: {
    status: 408,
    message: readFailures.SCRAPE_TIMEOUT,
    meaning: 'The request took longer than `timeout`. Raise it or retry.',
  },
  CONCURRENCY_QUEUE_TIMEOUT: {
    status: 408,
    message: 'Request Timeout',
    meaning:
      'No concurrency slot became free within two thirds of `timeout`. Send fewer concurrent requests.',
  },
  SUPPORT_TIMEOUT: {
    status: 504,
    message: 'The language model did not answer in time. Try again later.',
    meaning: 'A question to `/v2/support` took longer than one minute. Retry later.',
  },
  MAP_TIMEOUT: {
    status: 408,
    message: 'The map operation timed out',
    meaning: 'The site could not be mapped within `timeout`. Raise it, or map a part of the site.',
  },
  SEARCH_TIMEOUT: {
    status: 408,
    message: 'Request timed out',
    meaning: 'No search provider responded within `timeout`. Raise it or retry.',
  },
  MAP_FAILED: {
    status: 422,
    message: 'The site could not be mapped.',
    meaning:
      'The host does not resolve, does not respond, or its response cannot be read. The text says which.',
  },
  SCRAPE_DNS_RESOLUTION_ERROR: {
    status: 200,
    message:
      'The host of this URL is no public address, or a name that does not resolve to a public address. Check its spelling; private addresses are refused.',
    meaning:
      'Returned with HTTP 200 and `success: false`. The host has no address, or only private addresses that the operator has not allowed.',
  },
  SCRAPE_NO_CACHED_DATA: {
    status: 404,
    message: 'No cached copy of this page is old enough for minAge. Scrape it without minAge.',
    meaning: '`minAge` requires a cached copy of at least that age, and there is none.',
  },
  SCRAPE_LOCKDOWN_CACHE_MISS: {
    status: 404,
    message: 'This page is not in the cache, and lockdown forbids fetching it.',
    meaning: '`lockdown` reads only from the cache, and the page is not in it.',
  },
  SCRAPE_PROMPT_INJECTION_DETECTED: {
    status: 403,
    message: 'The page contains instructions for language models, so it is not returned.',
    meaning:
      '`checkPromptInjection` found text that addresses or instructs a language model. The text names where it was found.',
  },
  unsafe_domain_blocked: {
    status: 403,
    message: "This URL is blocked by your organization's threat protection policy.",
    meaning:
      'The threat protection policy of the team or of the request blocks the URL. The text names the URL and the rule: `blacklist`, `blocked-tld`, `risk-score` or `provider-failure`.',
  },
  KEY_HOST_NOT_ALLOWED: {
    status: 403,
    message: 'This API key is restricted to other hosts.',
    meaning:
      'The API key may only reach the hosts that it was made for; the text names the URL. Add the host with another key: `weir keys create --hosts`.',
  },
  SAFE_MODE_BLOCKED: {
    status: 403,
    message: 'This option is not available in safe mode.',
    meaning:
      'The team is in safe mode, and the request uses an option that safe mode refuses. The text names it.',
  },
  SCRAPE_ZDR_VIOLATION_ERROR: {
    status: 400,
    message: 'This option stores data and cannot be combined with zero data retention.',
    meaning: 'The request combines zero data retention with an option that stores data.',
  },
  SCRAPE_JSON_CONTENT_TOO_LARGE: {
    status: 400,
    message: 'The page is too long for the language model.',
    meaning:
      'The page is more than forty times longer than the context of the language model, or the schema leaves no room for it. Select a part with `includeTags`.',
  },
  SCRAPE_UNSUPPORTED_FILE_ERROR: {
    status: 500,
    message: readFailures.SCRAPE_UNSUPPORTED_FILE_ERROR,
    meaning: 'The URL returned a file of a type that Weir cannot parse.',
  },
  DOCUMENT_CORRUPT: {
    status: 422,
    message: readFailures.DOCUMENT_CORRUPT,
    meaning:
      'The file is damaged, truncated, or not of the type that its name or declared type says.',
  },
  DOCUMENT_ENCRYPTED: {
    status: 422,
    message: readFailures.DOCUMENT_ENCRYPTED,
    meaning: 'The file is protected by a password.',
  },
  DOCUMENT_TOO_COMPLEX: {
    status: 422,
    message: readFailures.DOCUMENT_TOO_COMPLEX,
    meaning:
      'The file exceeds a limit for decompressed size, nesting depth, memory or what is read of it.',
  },
  UNSUPPORTED_FILE_TYPE: {
    status: 400,
    message: 'Unsupported upload type.',
    meaning: 'Weir cannot parse files of this type. The text lists the supported types.',
  },
  PARSE_UNSUPPORTED_OPTIONS: {
    status: 400,
    message: 'This option is not supported for uploads.',
    meaning: 'The option applies to web pages only. The text names it.',
  },
  PARSE_UPLOAD_UNPARSED_LIMIT_REACHED: {
    status: 429,
    message: 'Too many uploads of your team have not been parsed yet.',
    meaning:
      'At most 10 uploads of a team within 24 hours may be unparsed. Parse one of them first.',
  },
  SCRAPE_SSL_ERROR: {
    status: 500,
    message: 'The TLS certificate of the site is not valid. Set skipTlsVerification to accept it.',
    meaning: 'The TLS handshake with the site failed.',
  },
  SCRAPE_SITE_ERROR: {
    status: 500,
    message: 'The site could not be loaded.',
    meaning: 'The site refused, reset or broke the connection. The text names the reason.',
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
      'The worker process crashed each time it processed this page, for example because of its memory use. Report the URL to the operator.',
  },
  SCRAPE_ACTION_ERROR: {
    status: 500,
    message: 'Action(s) failed to complete.',
    meaning: 'An action cannot be completed. The text names the action and the reason.',
  },
  SCRAPE_ACTIONS_NOT_SUPPORTED: {
    status: 400,
    message: 'Actions are not possible on this URL.',
    meaning: 'The URL returned a file. Actions need a web page.',
  },
  SCRAPE_BRANDING_NOT_SUPPORTED: {
    status: 500,
    message: 'The branding format needs a web page, and this URL leads to a document or file.',
    meaning: 'The URL returned a file. The branding format needs a web page.',
  },
  SCRAPE_AUDIO_UNSUPPORTED_URL: {
    status: 500,
    message: 'This page has no audio that can be fetched.',
    meaning:
      'The page names no audio that Weir can fetch or make into MP3. The text says why, and names a program that is missing.',
  },
  SCRAPE_VIDEO_UNSUPPORTED_URL: {
    status: 500,
    message: 'This page has no video that can be fetched.',
    meaning:
      'The page names no video that Weir can fetch or make into MP4. The text says why, and names a program that is missing.',
  },
  SCRAPE_MEDIA_ACCESS_DENIED: {
    status: 403,
    message: 'The site does not hand out the audio or video of this page.',
    meaning: 'The audio or video is protected (DRM), or the site refuses it.',
  },
  SCRAPE_ALL_ENGINES_FAILED: {
    status: 500,
    message: 'All scraping engines failed to load this page.',
    meaning: 'Every available engine failed to load the page.',
  },
} as const satisfies Record<string, { status: number; message: string; meaning: string }>
