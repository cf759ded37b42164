import type { Waiter } from '#kernel/waiter.ts'
import type { LayoutPage, PageMarkdown, PdfOptions } from './layout.ts'

/** Formats that are made of the bytes of a page; the table in `pipeline.ts` says how. */
export type ContentFormat =
  | { readonly type: 'markdown' | 'html' | 'rawHtml' | 'rawBase64' | 'links' | 'images' }
  | {
      readonly type: 'attributes'
      readonly selectors: readonly { readonly selector: string; readonly attribute: string }[]
    }

/** A page and what to make of it (contract sections 4.1 and 6). */
export interface ContentRequest {
  /** `noAddress` for files that have none. */
  readonly url: string
  readonly status: number
  /** The Content-Type header as sent; undefined when there was none. */
  readonly contentType: string | undefined
  readonly body: Uint8Array
  readonly formats: readonly ContentFormat[]
  /** Whether `internal.normalisedText` is wanted. */
  readonly wantsNormalisedText?: boolean | undefined
  readonly onlyMainContent: boolean
  readonly includeTags: readonly string[]
  readonly excludeTags: readonly string[]
  readonly removeBase64Images: boolean
  /** False when the caller sent `parsers: []`: files are handed out as base64 instead of being read. */
  readonly readDocuments: boolean
  /** False when the caller named parsers without this one: PDF files are handed out as base64 too. */
  readonly readPdf?: boolean
  /** How PDF files are read; as callers get them by default without it. */
  readonly pdf?: PdfOptions | undefined
  /** Whether pictures are read as one-page documents; else they have no reader. */
  readonly readImages?: boolean
  /** What the file is called; its ending counts when the content leaves its type open. */
  readonly fileName?: string | undefined
  /** Whether somebody sent it as a file, which has to be what its name promises (contract section 7.1). */
  readonly isUpload?: boolean
}

/** Attributes found by one selector, in document order. */
export interface AttributeValues {
  readonly selector: string
  readonly attribute: string
  readonly values: readonly string[]
}

/** Contract section 5.4: known keys plus every other meta tag by its raw name. */
export type ContentMetadata = Readonly<Record<string, string | readonly string[]>>

/** What was made of the page: only the members whose format was asked for. */
export interface Content {
  readonly markdown?: string
  readonly html?: string
  readonly rawHtml?: string
  readonly rawBase64?: string
  readonly links?: readonly string[]
  readonly images?: readonly string[]
  readonly attributes?: readonly AttributeValues[]
  readonly metadata: ContentMetadata
  readonly pages?: readonly PageMarkdown[]
  readonly blocks?: readonly LayoutPage[]
  /** Pages that were read; set for documents. */
  readonly numPages?: number
  /** Pages the file has, when known. */
  readonly totalPages?: number
  /** Sentences for the caller; joined into the document's `warning`. */
  readonly warnings: readonly string[]
  readonly internal: ContentInternals
}

/** Results that the service needs itself and no caller sees. */
export interface ContentInternals {
  /** Pages to charge one by one; absent for content that is charged as one page. */
  readonly paidPages?: number | undefined
  /** Input of change detection; absent where the Markdown is all there is to compare. */
  readonly normalisedText?: string | undefined
  /** Set when scripts fill the page in a browser and the HTML has next to no content; `reason` says what shows it. */
  readonly clientRendered?: ClientRendered | undefined
}

export interface ClientRendered {
  readonly reason: string
  readonly textLength: number
}

/** Makes content of a page, off the event loop. Fails with `SCRAPE_UNSUPPORTED_FILE_ERROR`, or the signal's reason. */
export type ReadContent = (request: ContentRequest, waiter: Waiter) => Promise<Content>
