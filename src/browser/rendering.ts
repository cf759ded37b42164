import type { Waiter } from '#kernel/waiter.ts'
import type { Action, ActionResults, Image, ScreenshotOptions } from './actions/action.ts'

/** A page to be shown in a browser, and what to do with it there. */
export interface RenderRequest {
  readonly url: string
  /** The caller's own; sent to the page's own origin only. */
  readonly headers: Readonly<Record<string, string>>
  readonly mobile: boolean
  readonly location: {
    readonly country: string
    readonly languages?: readonly string[] | undefined
  }
  readonly blockAds: boolean
  readonly skipTlsVerification: boolean
  readonly proxy: 'basic' | 'enhanced'
  /** Waited after the page has settled. */
  readonly waitMs: number
  readonly actions: readonly Action[]
  readonly screenshot?: ScreenshotOptions | undefined
  readonly profile?: ProfileUse | undefined
  readonly bodyBytesMax: number
  /** Asks for `hadText`. */
  readonly comparesSource: boolean
  /** When the caller must have the answer; what there is by then is better than nothing. */
  readonly deadlineAt?: Date | undefined
}

export interface ProfileUse {
  readonly teamId: string
  readonly name: string
  readonly saveChanges: boolean
}

/** What the browser made of a page. */
export interface RenderedPage {
  readonly kind: 'page'
  /** Where redirects and scripts have led. */
  readonly url: string
  readonly status: number
  /** Lower-case names; without Set-Cookie and whatever describes the bytes that were sent. */
  readonly headers: Readonly<Record<string, string>>
  /** The document as it stands, written as HTML in UTF-8. */
  readonly body: Uint8Array
  /** The page was still loading when there was no time left. */
  readonly isCut?: boolean
  /** Characters that a reader sees, counted as far as they matter. */
  readonly textLength: number
  /** Whether the HTML that was sent has as much text as makes a page worth reading without its scripts; where known. */
  readonly hadText?: boolean | undefined
  readonly screenshot?: Image
  readonly actionResults?: ActionResults
  readonly queuedMs: number
  readonly timezone?: string | undefined
  /** Sentences for the caller. */
  readonly warnings: readonly string[]
}

/** The URL leads to something that is no web page: a download, a PDF, a feed, data. Another engine has to get it. */
export interface FileFound {
  readonly kind: 'file'
  readonly queuedMs: number
}

/**
 * Shows a page in a browser. Fails with the codes of docs/errors.md, or the reason of the signal, which bounds
 * everything, the waiting for a browser included.
 */
export type Render = (request: RenderRequest, waiter: Waiter) => Promise<RenderedPage | FileFound>
