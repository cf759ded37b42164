import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Waiter } from '#kernel/waiter.ts'
import type { NetError } from '#net/failure.ts'
import type { PageFaults } from './page-faults.ts'
import type { PageRequests } from './page-requests.ts'

/**
 * The part of a context that a device, a place and a profile decide. The exit, the caller's headers and
 * the handling of downloads are not here: `Browsers` sets them for every context alike.
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
  /** Most wanted first; scripts and sites are told. */
  readonly languages?: readonly string[]
}

/** What a fresh, isolated context is made of. */
export interface PageSetting {
  readonly proxy: 'basic' | 'enhanced'
  /** ISO 3166-1 alpha-2; chooses an upstream proxy of that country where one is configured. */
  readonly country?: string | undefined
  readonly skipTlsVerification: boolean
  /** The caller's own; sent to the origin of the first navigation only. */
  readonly headers: Readonly<Record<string, string>>
  readonly context: ContextSetting
}

/** A page of its own, in a context of its own, for one caller. */
export interface OpenedPage extends Pick<PageFaults, 'guarded'> {
  readonly page: Page
  readonly context: BrowserContext
  /** How long the caller waited for a free page. */
  readonly queuedMs: number
  /**
   * Why the way out last reached nothing. Chromium only learns that its proxy would not: after a navigation that
   * failed with `ERR_TUNNEL_CONNECTION_FAILED` or `ERR_EMPTY_RESPONSE` this is the cause.
   */
  readonly lastFailure: () => NetError | undefined
  /** How our own proxy asks for credentials; an answer with this header never came from a site. */
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
 * The browsers of this process, behind one bounded number of pages that teams share. Started on first need, replaced when they
 * grow old or die, ended when nobody has needed them for a while.
 */
export interface Browsers {
  /**
   * Runs `use` with a new page in a new context and closes both afterwards, whatever happens. The signal bounds
   * everything, the waiting included. When the browser dies, `use` runs again on a new one, at most twice; it must
   * therefore be safe to repeat. Throws what `use` throws, the reason of the signal, or `ServiceError`:
   * `SCRAPE_ALL_ENGINES_FAILED` when no browser starts or one after the other dies, `SERVICE_UNAVAILABLE` when too
   * many pages of the team wait already.
   */
  withPage<T>(
    setting: PageSetting,
    waiter: Waiter,
    use: (opened: OpenedPage) => Promise<T>,
  ): Promise<T>
  /** False when no browser was found and none is configured: the engine is then not listed. */
  readonly isAvailable: boolean
  /** Which browser, from where, in which box; for the log and the doctor. */
  describe(): string
  /** Why another browser than the one that was found is used, if it is. */
  complaint(): string | undefined
  /** Figures for the metrics. */
  gauges(): BrowserGauges
  [Symbol.asyncDispose](): Promise<void>
}
