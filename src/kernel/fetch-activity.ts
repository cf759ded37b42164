import type { Principal } from './principal.ts'

/** For whom a URL is fetched. */
export interface FetchSource {
  /** Public name of the operation: `scrape`, `batch_scrape`, `agent`. */
  readonly endpoint: string
  /** The same for all URLs that one API request has caused. */
  readonly requestId: string
  readonly principal: Principal
}

/** A URL that was fetched for a team, for its audit log. */
export interface FetchActivity extends FetchSource {
  readonly teamId: string
  readonly scrapeId: string
  /** As the caller sent it in `auditMetadata`. */
  readonly username?: string | undefined
  readonly origin?: string | undefined
  readonly integration?: string | null | undefined
  readonly url: string
  readonly startedAt: Date
  readonly completedAt: Date
  readonly zeroDataRetention: boolean
  readonly outcome: FetchOutcome
  /** What threat protection decided; absent when the team has none. */
  readonly threat?: ThreatFacts | undefined
}

/** A decision of threat protection. */
export interface ThreatFacts {
  readonly decision: 'allow' | 'deny'
  /** The rule that decided; null when none applied. */
  readonly rule: string | null
  /** The classifier that gave the verdict. */
  readonly provider: string | null
  readonly categories: readonly string[]
}

/** A request for a URL that is no page of the operation: robots.txt, a sitemap. */
export type FetchedUrl = Pick<FetchActivity, 'url' | 'startedAt' | 'completedAt' | 'outcome'>

/** Called after each request that `getPage` has sent. */
export type OnFetched = (fetched: FetchedUrl) => void

/** How a fetch ended: with a response, or with the error of the API. */
export type FetchOutcome =
  | { readonly httpStatus: number }
  | { readonly code: string; readonly message: string }
