import type { Values } from './playground-request.ts'
import * as words from '../words/en/advice.ts'

/** What to do about a failure: in words, and options to run the request with. */
export interface Advice {
  readonly text: string
  readonly tries: readonly { readonly label: string; readonly values: Values }[]
}

const longTimeoutMs = 120_000
const tries = {
  timeout: { label: words.tryTimeout, values: { timeout: longTimeoutMs } },
  proxy: { label: words.tryProxy, values: { proxy: 'enhanced' } },
  browser: { label: words.tryBrowser, values: { waitFor: 2_000, timeout: longTimeoutMs } },
  tls: { label: words.tryTls, values: { skipTlsVerification: true } },
  anyAge: { label: words.tryCache, values: { lockdown: undefined, minAge: undefined } },
} as const

const byCode: Readonly<Record<string, Advice>> = {
  SCRAPE_TIMEOUT: { text: words.adviceTimeout, tries: [tries.timeout] },
  MAP_TIMEOUT: { text: words.adviceTimeout, tries: [tries.timeout] },
  SEARCH_TIMEOUT: { text: words.adviceTimeout, tries: [tries.timeout] },
  CONCURRENCY_QUEUE_TIMEOUT: { text: words.adviceWait, tries: [tries.timeout] },
  SCRAPE_DNS_RESOLUTION_ERROR: { text: words.adviceDns, tries: [] },
  MAP_FAILED: { text: words.adviceDns, tries: [] },
  SCRAPE_SITE_ERROR: { text: words.adviceRefused, tries: [tries.proxy, tries.browser] },
  SCRAPE_ALL_ENGINES_FAILED: { text: words.adviceRefused, tries: [tries.proxy, tries.browser] },
  SCRAPE_RETRY_LIMIT: { text: words.adviceRefused, tries: [tries.proxy, tries.browser] },
  SCRAPE_PROXY_SELECTION_ERROR: { text: words.advicePermission, tries: [] },
  SCRAPE_SSL_ERROR: { text: words.adviceTls, tries: [tries.tls] },
  SCRAPE_ACTION_ERROR: { text: words.adviceAction, tries: [tries.timeout] },
  SCRAPE_NO_CACHED_DATA: { text: words.adviceCache, tries: [tries.anyAge] },
  SCRAPE_LOCKDOWN_CACHE_MISS: { text: words.adviceCache, tries: [tries.anyAge] },
  DOCUMENT_CORRUPT: { text: words.adviceFile, tries: [] },
  DOCUMENT_ENCRYPTED: { text: words.adviceFile, tries: [] },
  UNSUPPORTED_FILE_TYPE: { text: words.adviceFile, tries: [] },
  SCRAPE_UNSUPPORTED_FILE_ERROR: { text: words.adviceFile, tries: [] },
  INSUFFICIENT_CREDITS: { text: words.adviceCredits, tries: [] },
  BAD_REQUEST: { text: words.adviceSchema, tries: [] },
  BAD_REQUEST_INVALID_JSON: { text: words.adviceSchema, tries: [] },
  UNPROCESSABLE: { text: words.adviceSchema, tries: [] },
  NOT_IMPLEMENTED: { text: words.adviceModel, tries: [] },
  FORBIDDEN: { text: words.advicePermission, tries: [] },
  RATE_LIMIT_EXCEEDED: { text: words.adviceWait, tries: [] },
  CONCURRENCY_LIMIT_REACHED: { text: words.adviceWait, tries: [] },
  SERVICE_UNAVAILABLE: { text: words.adviceWait, tries: [] },
  UNKNOWN_ERROR: { text: words.adviceBug, tries: [] },
}
/** Returns what to do about an error code; undefined when nothing but its text helps. */
export const findAdvice = (code: string | null | undefined): Advice | undefined =>
  code !== null && code !== undefined && Object.hasOwn(byCode, code) ? byCode[code] : undefined

/** Returns what to do about the status with which a site answered, or about a page without text. */
export function findPageAdvice(status: number | undefined): Advice | undefined {
  if (status === undefined) return { text: words.adviceRefused, tries: [tries.browser] }
  const isMissing = status === 404 || status === 410
  return isMissing ? undefined : { text: words.adviceRefused, tries: [tries.proxy, tries.browser] }
}
