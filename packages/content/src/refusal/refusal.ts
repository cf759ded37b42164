/**
 * What a site returned instead of the page:
 * - `challenge`: a check for robots
 * - `block`: an access denial
 * - `rate_limit`: too many requests
 * - `geo_block`: not available in the country of the request
 * - `consent_wall`: the page opens only after a choice about cookies, the age of the visitor, or a payment
 * - `login_wall`: the page opens only after a login
 * - `soft_404`: the page does not exist, with a status that says otherwise
 */
export const refusalKinds = [
  'challenge',
  'block',
  'rate_limit',
  'geo_block',
  'consent_wall',
  'login_wall',
  'soft_404',
] as const
export type RefusalKind = (typeof refusalKinds)[number]

export interface Refusal {
  readonly kind: RefusalKind
  /** The product that refused, if it is known. */
  readonly by?: string | undefined
  /** Whether scripts of the page may replace what was seen: only the rendered page is evidence. */
  readonly isTentative?: true
}

const ofTheSite: ReadonlySet<RefusalKind> = new Set(['consent_wall', 'login_wall', 'soft_404'])

/** Whether the links of such a page are links of the site: it made the page itself, while checks for robots link to anything. */
export const hasLinksOfSite = (kind: RefusalKind | undefined): boolean =>
  kind === undefined || ofTheSite.has(kind)

/** A response of a site. */
export interface SiteResponse {
  readonly requestedUrl: string
  /** Final URL. */
  readonly url: string
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** Names of the cookies that the response set. */
  readonly cookieNames: readonly string[]
  /** Decoded by Content-Encoding. */
  readonly body: Uint8Array
}
