/** An action in the browser, validated and normalised (docs/api/scrape.md). */
export type Action =
  | {
      readonly type: 'wait'
      readonly milliseconds?: number | undefined
      readonly selector?: string | undefined
    }
  | ({ readonly type: 'screenshot' } & ScreenshotOptions)
  | { readonly type: 'click'; readonly selector: string; readonly all: boolean }
  | { readonly type: 'write'; readonly text: string }
  | { readonly type: 'press'; readonly key: string }
  | {
      readonly type: 'scroll'
      readonly direction: 'up' | 'down'
      readonly selector?: string | undefined
    }
  | { readonly type: 'scrape' }
  | { readonly type: 'executeJavascript'; readonly script: string }
  | {
      readonly type: 'pdf' | 'generatePDF'
      readonly format: string
      readonly landscape: boolean
      readonly scale: number
    }

/** Options of a screenshot (docs/api/scrape.md). */
export interface ScreenshotOptions {
  readonly fullPage: boolean
  /** 1 to 100 for a JPEG; absent for a PNG. */
  readonly quality?: number | undefined
  readonly viewport?: { readonly width: number; readonly height: number } | undefined
}

export interface Image {
  readonly bytes: Uint8Array
  readonly contentType: 'image/png' | 'image/jpeg'
}

/** Results of the actions of a request, each list in the order of the actions. */
export interface ActionResults {
  readonly screenshots: readonly Image[]
  readonly scrapes: readonly { readonly url: string; readonly html: string }[]
  readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[]
  readonly pdfs: readonly Uint8Array[]
}
