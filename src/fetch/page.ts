import type { BrandFacts, RenderedPage } from '#browser/rendering.ts'
import type { Refusal } from '#content/refusal/refusal.ts'
import type { Action, ActionResults, Image, ScreenshotOptions } from '#browser/actions/action.ts'

/** Proxy pool of a request (docs/api/scrape.md). `auto` starts with basic. */
export type ProxyChoice = 'basic' | 'enhanced' | 'auto'

/** What to fetch: everything that changes the response of the site, and how old a cached copy may be. Ages are in milliseconds. */
export interface PageRequest {
  /** Absolute http(s) URL, already validated. */
  readonly url: string
  /** Headers of the caller; names in any case. */
  readonly headers: Readonly<Record<string, string>>
  readonly mobile: boolean
  readonly location: {
    readonly country: string
    readonly languages?: readonly string[] | undefined
  }
  readonly skipTlsVerification: boolean
  /** Asked before the page and each URL that it leads to is requested. Absent: all are permitted. */
  readonly mayVisit?: ((url: string) => boolean) | undefined
  readonly proxy: ProxyChoice
  /** Pages with the same key are fetched through the same proxy, for each host. */
  readonly stickyKey?: string | undefined
  /** Length at which the body is truncated. If absent, a body beyond the operator's limit is an error. */
  readonly bodyBytesMax?: number | undefined
  /** Milliseconds to wait after the page is idle; above 0, a browser is needed. */
  readonly waitFor: number
  /** `waitFor` does not require a browser; it applies if one is used for another reason. */
  readonly waitsOnlyInBrowser?: boolean | undefined
  /** For change tracking: the page must be fetched, not read from the cache. */
  readonly tracksChanges?: boolean | undefined
  readonly actions?: readonly Action[] | undefined
  readonly screenshot?: ScreenshotOptions | undefined
  /** The brand of the page is needed; only a browser computes styles. */
  readonly branding?: boolean | undefined
  readonly profile?: { readonly name: string; readonly saveChanges: boolean } | undefined
  readonly blockAds: boolean
  /** No page is rendered, unless another option requires it. */
  readonly fastMode?: boolean | undefined
  /** The documents of frames are needed; only a browser loads them. */
  readonly wantsFrames?: boolean | undefined
  readonly maxAge: number
  /** Requires a cached copy of at least this age. */
  readonly minAge?: number | undefined
  /** No request may be sent. */
  readonly lockdown: boolean
  readonly storeInCache: boolean
}

export type EngineName = 'http' | 'browser'

/** A response from the web. */
export interface Page {
  /** Final URL. */
  readonly url: string
  readonly status: number
  /** Lower-case names; repeated headers joined with ", ". No Set-Cookie. */
  readonly headers: Readonly<Record<string, string>>
  /** Decoded by Content-Encoding. */
  readonly body: Uint8Array
  /** The body is truncated; such a page is not cached. */
  readonly isCut?: boolean
  readonly engine: EngineName
  readonly proxy: 'basic' | 'enhanced'
  readonly fetchedAt: Date
  /** Results that only a browser has; the cache stores only the screenshot. */
  readonly rendering?: Rendering | undefined
  /** Warnings for the caller. */
  readonly warnings?: readonly string[] | undefined
  /** Names of the cookies that the response set; without those of a browser. */
  readonly cookieNames?: readonly string[] | undefined
  /** Set if the site returned this instead of the page. Such a page is not cached. */
  readonly refusal?: Refusal | undefined
  /** When the site asked to be requested again; absent if it asks too often. */
  readonly retryAt?: Date | undefined
  /** How often the page was requested, when that was more than once. */
  readonly attempts?: number | undefined
}

/** What a browser returns besides the document. */
export interface Rendering {
  readonly screenshot?: Image | undefined
  /** Whether it is of the full page. */
  readonly isWhole?: boolean | undefined
  readonly actionResults?: ActionResults | undefined
  readonly branding?: BrandFacts | undefined
  readonly media?: RenderedPage['media']
  readonly timezone?: string | undefined
  /** Milliseconds spent waiting for a browser. */
  readonly queuedMs: number
  /** Number of visible characters, counted up to a limit. */
  readonly textLength: number
  /** Whether the original HTML had enough text without scripts; undefined if not determined. */
  readonly hadText?: boolean | undefined
}

/** A page whose content is rendered by scripts; `#content` detects it. */
export interface ClientRendered {
  readonly reason: string
  readonly textLength: number
}
