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
  readonly engine: EngineName
  readonly proxy: 'basic' | 'enhanced'
  readonly fetchedAt: Date
}
