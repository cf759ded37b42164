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
}

/** How a fetch ended: with a response, or with the error of the API. */
export type FetchOutcome =
  | { readonly httpStatus: number }
  | { readonly code: string; readonly message: string }
