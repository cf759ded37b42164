import type { Principal } from './principal.ts'

/** Groups of endpoints that a key can be restricted to (docs/api/scrape.md). */
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

/** Group of an endpoint: every key may use null; no key that is restricted to groups may use `others`. */
export type RouteGroup = EndpointGroup | 'others' | null

/** Buckets of the rate limit; `status` counts requests for the status of crawls, batches and scrapes. */
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
  'research',
] as const
export type RateBucket = (typeof rateBuckets)[number]

/** A plan, which the operator can change; requests per minute and team (docs/credits.md). */
export interface Plan {
  readonly name: string
  readonly requestsPerMinute: Readonly<Record<RateBucket, number>>
  readonly concurrencyMax: number
  readonly queuedJobsMax: number
  readonly creditsPerPeriod: number
}

/** `off` refuses the request option, `allowed` permits it, `forced` applies it to every request (docs/zero-data-retention.md). */
export type ZeroDataRetention = 'off' | 'allowed' | 'forced'

/** The team and the principal behind a request. Empty lists mean unrestricted. */
export interface Account {
  readonly teamId: string
  readonly principal: Principal
  readonly plan: Plan
  readonly zeroDataRetention: ZeroDataRetention
  /** Refuses what acts in the name of a person (docs/safe-mode.md). */
  readonly safeMode: boolean
  readonly allowedEndpoints: readonly EndpointGroup[]
  readonly allowedFormats: readonly string[]
  /** The only hosts that the key may reach; `*.` before a domain means its subdomains. None or absent: all. */
  readonly allowedHosts?: readonly string[]
  /** Whether this is a person who may see the work of the team, but do none. */
  readonly isViewer?: boolean
  /** Addresses and CIDRs of the team. */
  readonly allowedAddresses: readonly string[]
}
