import type { Caller } from '#kernel/caller.ts'
import type { SeenMedia } from './seen-media.ts'
import type { Action, ActionResults, Image, ScreenshotOptions } from './actions/action.ts'

/** A page to load in a browser, and its options. */
export interface RenderRequest {
  readonly url: string
  /** Headers of the caller; sent only to the origin of the page. */
  readonly headers: Readonly<Record<string, string>>
  readonly mobile: boolean
  readonly location: {
    readonly country: string
    readonly languages?: readonly string[] | undefined
  }
  readonly blockAds: boolean
  readonly skipTlsVerification: boolean
  /** Asked before the page, its frames and all that they lead to are requested. Absent: all are permitted. */
  readonly mayVisit?: ((url: string) => boolean) | undefined
  readonly proxy: 'basic' | 'enhanced'
  /** Label of the route to take. */
  readonly route?: string | undefined
  /** Milliseconds to wait after the page is idle. */
  readonly waitMs: number
  readonly actions: readonly Action[]
  readonly screenshot?: ScreenshotOptions | undefined
  /** Asks for `branding`. */
  readonly branding?: boolean | undefined
  readonly profile?: ProfileUse | undefined
  readonly bodyBytesMax: number
  /** Requests `hadText`. */
  readonly comparesSource: boolean
  /** When the caller needs the result; an incompletely loaded page is returned then. */
  readonly deadlineAt?: Date | undefined
}

export interface ProfileUse {
  readonly teamId: string
  readonly name: string
  readonly saveChanges: boolean
}

/** Colours, fonts, logo and components as the page shows them; members without a value are absent. */
export type BrandFacts = Readonly<Record<string, unknown>>

/** A rendered page. */
export interface RenderedPage {
  readonly kind: 'page'
  /** Final URL after redirects and navigations of scripts. */
  readonly url: string
  readonly status: number
  /** Lower-case names; without Set-Cookie and headers that describe the received bytes. */
  readonly headers: Readonly<Record<string, string>>
  /** The current document, serialised as HTML in UTF-8. */
  readonly body: Uint8Array
  /** The page was still loading at the deadline. */
  readonly isCut?: boolean
  /** Number of visible characters, counted up to a limit. */
  readonly textLength: number
  /** Whether the original HTML had enough text without scripts, if known. */
  readonly hadText?: boolean | undefined
  readonly screenshot?: Image
  readonly actionResults?: ActionResults
  readonly branding?: BrandFacts | undefined
  /** Audio and video that the page has requested. */
  readonly media?: readonly SeenMedia[] | undefined
  readonly queuedMs: number
  readonly timezone?: string | undefined
  /** Warnings for the caller. */
  readonly warnings: readonly string[]
}

/** The URL leads to a download, a PDF file, a feed or data, which another engine must fetch. */
export interface FileFound {
  readonly kind: 'file'
  readonly queuedMs: number
}

/**
 * Loads a page in a browser. Fails with the codes of docs/errors.md, or the reason of the signal, which covers everything,
 * including the wait for a browser.
 */
export type Render = (request: RenderRequest, caller: Caller) => Promise<RenderedPage | FileFound>
