import type { Principal } from './principal.ts'

/** Groups of endpoints a key can be restricted to (docs/api/scrape.md). */
export const endpointGroups = [
  'scrape',
  'batch-scrape',
  'crawl',
  'map',
  'search',
  'extract',
  'agent',
  'parse',
  'browser',
  'monitor',
  'research',
] as const
export type EndpointGroup = (typeof endpointGroups)[number]

/** Where an endpoint belongs: null is reachable by every key, `others` by no key that is restricted to groups. */
export type RouteGroup = EndpointGroup | 'others' | null

/** Counters of the rate limit (docs/credits.md); `status` is the crawl/batch/scrape status column. */
export const rateBuckets = [
  'scrape',
  'map',
  'search',
  'crawl',
  'agent',
  'status',
  'agentStatus',
  'interact',
  'interactExecute',
  'account',
] as const
export type RateBucket = (typeof rateBuckets)[number]

/** A plan is a row the operator may edit; numbers per minute, per team (docs/credits.md). */
export interface Plan {
  readonly name: string
  readonly requestsPerMinute: Readonly<Record<RateBucket, number>>
  readonly concurrencyMax: number
  readonly queuedJobsMax: number
  readonly creditsPerPeriod: number
}

/** `off` refuses the request option, `allowed` honours it, `forced` applies it to every request (section 22.4). */
export type ZeroDataRetention = 'off' | 'allowed' | 'forced'

/** The team and the principal behind a request. Empty lists mean unrestricted. */
export interface Account {
  readonly teamId: string
  readonly principal: Principal
  readonly plan: Plan
  readonly zeroDataRetention: ZeroDataRetention
  readonly allowedEndpoints: readonly EndpointGroup[]
  readonly allowedFormats: readonly string[]
  /** Addresses and ranges, of the team. */
  readonly allowedAddresses: readonly string[]
}
