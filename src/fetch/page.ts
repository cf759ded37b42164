import type { Action, ActionResults, Image, ScreenshotOptions } from '#browser/actions/action.ts'

/** Which pool of exits a request leaves by (contract section 4.4). `auto` starts with basic. */
export type ProxyChoice = 'basic' | 'enhanced' | 'auto'

/** What to fetch and how. Everything that changes the bytes a site answers with is in here, nothing else. */
export interface PageRequest {
  /** Absolute http(s) URL, already validated. */
  readonly url: string
  /** Caller's own headers; names in any case. */
  readonly headers: Readonly<Record<string, string>>
  readonly mobile: boolean
  readonly location: {
    readonly country: string
    readonly languages?: readonly string[] | undefined
  }
  readonly skipTlsVerification: boolean
  readonly proxy: ProxyChoice
  /** Where the body is cut off; the operator's limit, beyond which a page is refused, when absent. */
  readonly bodyBytesMax?: number | undefined
  /** Milliseconds to wait once the page has settled; more than 0 asks for a browser. */
  readonly waitFor?: number | undefined
  /** `waitFor` is for a page that a browser shows for another reason. */
  readonly waitsOnlyWhenShown?: boolean | undefined
  /** Compared with earlier versions: only the page itself will do, and no copy. */
  readonly tracksChanges?: boolean | undefined
  readonly actions?: readonly Action[] | undefined
  readonly screenshot?: ScreenshotOptions | undefined
  readonly profile?: { readonly name: string; readonly saveChanges: boolean } | undefined
  readonly blockAds?: boolean | undefined
  /** No browser, unless another option asks for one. */
  readonly fastMode?: boolean | undefined
  /** The documents of frames are wanted, which only a browser brings along. */
  readonly wantsFrames?: boolean | undefined
}

export type EngineName = 'http' | 'browser'

/** What came back from the web, before anything is made of it. */
export interface Page {
  /** Where the redirects ended. */
  readonly url: string
  readonly status: number
  /** Lower-case names; repeated headers joined with ", ". No Set-Cookie. */
  readonly headers: Readonly<Record<string, string>>
  /** Content-Encoding undone, nothing else. */
  readonly body: Uint8Array
  /** The body is not all of it; such a page is not kept. */
  readonly isCut?: boolean
  readonly engine: EngineName
  readonly proxy: 'basic' | 'enhanced'
  readonly fetchedAt: Date
  /** What only a browser brings; the cache keeps nothing of it but the picture. */
  readonly rendering?: Rendering | undefined
  /** Sentences for the caller on how the page was got. */
  readonly warnings?: readonly string[] | undefined
}

/** What a browser brings beside the document. */
export interface Rendering {
  readonly screenshot?: Image | undefined
  readonly actionResults?: ActionResults | undefined
  readonly timezone?: string | undefined
  /** How long the page waited for a browser. */
  readonly queuedMs: number
  /** Characters that a reader sees, counted as far as they matter. */
  readonly textLength: number
  /** Whether the HTML that was sent had text enough without a browser; undefined when nobody asked or knows. */
  readonly hadText?: boolean | undefined
}

/** HTML that only scripts fill (`#content` finds it). */
export interface Shell {
  readonly reason: string
  readonly textLength: number
}
