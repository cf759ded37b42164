import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Caller } from '#kernel/caller.ts'
import type { NetError } from '#net/failure.ts'
import type { PageFaults } from './page-faults.ts'
import type { PageRequests } from './page-requests.ts'

/**
 * The part of a context that depends on device, location and profile. Proxy, headers of the caller and handling of downloads are
 * set by `Browsers` for every context.
 */
export type ContextSetting = Pick<
  BrowserContextOptions,
  | 'colorScheme'
  | 'deviceScaleFactor'
  | 'hasTouch'
  | 'isMobile'
  | 'locale'
  | 'screen'
  | 'storageState'
  | 'timezoneId'
  | 'viewport'
> & {
  /** Most preferred first; sent to sites and visible to scripts. */
  readonly languages?: readonly string[]
}

/** Settings of a new, isolated context. */
export interface PageSetting {
  readonly proxy: 'basic' | 'enhanced'
  /** ISO 3166-1 alpha-2; selects an upstream proxy in that country if one is configured. */
  readonly country?: string | undefined
  /** Host of the page. */
  readonly host?: string | undefined
  /** Label of the route to take. */
  readonly route?: string | undefined
  readonly skipTlsVerification: boolean
  /** Headers of the caller; sent only to the origin of the first navigation. */
  readonly headers: Readonly<Record<string, string>>
  readonly context: ContextSetting
}

/** A page in its own context, for one caller. */
export interface OpenedPage extends Pick<PageFaults, 'guarded'> {
  readonly page: Page
  readonly context: BrowserContext
  /** Milliseconds spent waiting for a page slot. */
  readonly queuedMs: number
  /**
   * Why the proxy last failed to reach a target. Chromium sees only that its proxy refused: after a navigation that failed with
   * `ERR_TUNNEL_CONNECTION_FAILED` or `ERR_EMPTY_RESPONSE` this is the cause.
   */
  readonly lastFailure: () => NetError | undefined
  /** The first target that a policy blocked, if any. */
  readonly blocked: () => NetError | undefined
  /** The authentication challenge of our proxy; a response with this header never comes from a site. */
  readonly challenge?: string | undefined
  readonly requests: PageRequests
}

export interface BrowserGauges {
  readonly running: number
  /** Since the service started. */
  readonly started: number
  readonly open: number
  readonly waiting: number
}

/**
 * The browsers of this process, with a limited number of pages shared by teams. A browser starts on demand, is replaced when it is
 * old or crashes, and ends when it is idle.
 */
export interface Browsers {
  /**
   * Runs `use` with a new page in a new context and closes both afterwards. The signal covers everything, including the wait for a
   * slot. If the browser crashes, `use` runs again on another one, at most twice, so it must be repeatable. Throws what `use` throws,
   * the reason of the signal, or `ServiceError`: `SCRAPE_ALL_ENGINES_FAILED` if no browser starts or each of them crashes,
   * `SERVICE_UNAVAILABLE` if too many pages of the team are waiting.
   */
  withPage<T>(
    setting: PageSetting,
    caller: Caller,
    use: (opened: OpenedPage) => Promise<T>,
  ): Promise<T>
  /** False if no browser was found or configured: the engine is then not used. */
  readonly isAvailable: boolean
  /** Whether pages of `enhanced` are loaded in a full browser. */
  readonly hasEnhanced?: boolean
  /** Describes the browser, its source and its sandbox; for the log and `weir doctor`. */
  describe(): string
  /** Why the fallback browser is used, if it is. */
  complaint(): string | undefined
  /** Metrics. */
  gauges(): BrowserGauges
  [Symbol.asyncDispose](): Promise<void>
}
