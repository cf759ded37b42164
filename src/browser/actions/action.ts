/** One step in the browser, read and settled (docs/api/scrape.md). */
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

/** A picture of the page (docs/api/scrape.md). */
export interface ScreenshotOptions {
  readonly fullPage: boolean
  /** 1 to 100 makes a JPEG; absent, the picture is a PNG. */
  readonly quality?: number | undefined
  readonly viewport?: { readonly width: number; readonly height: number } | undefined
}

export interface Image {
  readonly bytes: Uint8Array
  readonly contentType: 'image/png' | 'image/jpeg'
}

/** What the steps of a request have brought, each list in the order of its steps. */
export interface ActionResults {
  readonly screenshots: readonly Image[]
  readonly scrapes: readonly { readonly url: string; readonly html: string }[]
  readonly javascriptReturns: readonly { readonly type: string; readonly value: unknown }[]
  readonly pdfs: readonly Uint8Array[]
}
