import type { ContentMetadata } from './html/about/content-metadata.ts'
import type { Menu } from './html/facts/menu/menu-shape.ts'
import type { Product } from './html/facts/product/product-shape.ts'
import type { PageFacts } from './html/facts/page-facts.ts'
import type { ResultPage } from './html/result-page/result-shape.ts'
import type { LayoutPage, PageMarkdown, PageStart, PdfOptions } from './layout.ts'
import type { MediaReference } from './media-reference.ts'
import type { RecipeRequest, RecipeResult } from './recipe/recipe.ts'
import type { Passages } from './passages/passages.ts'

/** Formats made from the bytes of a page; `pipeline.ts` has a function for each. */
export type ContentFormat =
  | {
      readonly type:
        | 'markdown'
        | 'html'
        | 'rawHtml'
        | 'rawBase64'
        | 'links'
        | 'images'
        | 'product'
        | 'menu'
    }
  | {
      readonly type: 'attributes'
      readonly selectors: readonly { readonly selector: string; readonly attribute: string }[]
    }

/** A fetched page and the formats to make of it. See docs/api/scrape.md. */
export interface ContentRequest {
  /** `noAddress` for uploaded files. */
  readonly url: string
  readonly status: number
  /** The Content-Type header as sent; undefined when there was none. */
  readonly contentType: string | undefined
  readonly body: Uint8Array
  readonly formats: readonly ContentFormat[]
  /** Documents fetched for frames. When set, the result may be only `internal.missingFrames`. */
  readonly frames?: FrameDocuments | undefined
  /** Whether `internal.normalisedText` is wanted. */
  readonly wantsNormalisedText?: boolean | undefined
  /** Whether `internal.examined` is wanted. */
  readonly wantsExamined?: boolean | undefined
  /** Set when `internal.extracted` is wanted. */
  readonly recipe?: RecipeRequest | undefined
  /** Length of `internal.outline`, when it is wanted. */
  readonly outlineLengthMax?: number | undefined
  /** Whether `internal.media` is wanted. */
  readonly wantsMedia?: boolean | undefined
  /** Whether `internal.resultPage` is wanted. */
  readonly wantsResultPage?: boolean | undefined
  /** Set when `internal.material` is wanted. */
  readonly material?: MaterialOptions | undefined
  readonly onlyMainContent: boolean
  readonly includeTags: readonly string[]
  readonly excludeTags: readonly string[]
  readonly removeBase64Images: boolean
  /** False for `parsers: []`: files are returned as base64 instead of being read. */
  readonly readDocuments: boolean
  /** False when `parsers` does not contain `pdf`: PDF files are returned as base64. */
  readonly readPdf?: boolean
  /** PDF options; defaults apply when absent. */
  readonly pdf?: PdfOptions | undefined
  /** Whether pictures are read by OCR. Otherwise they have no reader. */
  readonly readImages?: boolean
  /** File name; its extension counts when the content does not determine the type. */
  readonly fileName?: string | undefined
  /** True for uploaded files, whose content must match their name. See docs/api/parse.md. */
  readonly isUpload?: boolean
}

/** The documents of frames by their URL; null for those that are not part of the page. */
export type FrameDocuments = Readonly<Record<string, FrameDocument | null>>

export interface FrameDocument {
  /** The Content-Type header as sent. */
  readonly contentType: string | undefined
  readonly body: Uint8Array
}

/** What questions about a page are answered from. */
export interface MaterialOptions {
  /** The passages of the page are ranked by each of them. */
  readonly queries: readonly string[]
}

/** Attributes found by one selector, in document order. */
export interface AttributeValues {
  readonly selector: string
  readonly attribute: string
  readonly values: readonly string[]
}

/** Formats of a page; only the requested members are set. */
export interface Content {
  readonly markdown?: string
  readonly html?: string
  readonly rawHtml?: string
  readonly rawBase64?: string
  readonly links?: readonly string[]
  readonly images?: readonly string[]
  readonly attributes?: readonly AttributeValues[]
  readonly product?: Product
  readonly menu?: Menu
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

/** Internal results that callers do not see. */
export interface ContentInternals {
  /** URLs of frames that the page must be read with; then there are no formats yet. */
  readonly missingFrames?: readonly string[] | undefined
  /** Pages to charge; absent for content charged as one page. */
  readonly paidPages?: number | undefined
  /** Input of change detection; absent when the Markdown is compared. */
  readonly normalisedText?: string | undefined
  /** Present when it was requested, for pages of HTML. */
  readonly examined?: ExaminedText | undefined
  /** Present when it was requested. */
  readonly material?: Material | undefined
  /** What the recipe of the request has found; only pages of HTML have it. */
  readonly extracted?: RecipeResult | undefined
  /** The elements of the page; only pages of HTML have them. */
  readonly outline?: string | undefined
  /** Audio and video that the page names, the most certain first; present when it was requested. */
  readonly media?: readonly MediaReference[] | undefined
  /** What the result page of a search engine lists; present when it was requested, for pages of HTML. */
  readonly resultPage?: ResultPage | undefined
  /** Set for a client-rendered page, whose HTML has almost no content; `reason` names the evidence. */
  readonly clientRendered?: ClientRendered | undefined
}

/** What questions about a page are answered from, with or without a language model. */
export interface Material {
  readonly markdown: string
  /** Where the text of each page of a document begins in the Markdown, in their order. */
  readonly pageStarts?: readonly PageStart[] | undefined
  readonly facts: PageFacts
  /** All texts of the page, attributes and data included, to look values up in; at most 2 MB. */
  readonly text: string
  /** Of the Markdown; `passages.ranked` has one entry for each query of the request. */
  readonly passages: Passages
}

/** The texts of a page, to check whom they speak to. */
export interface ExaminedText {
  /** Whether the page has more text than is examined. */
  readonly isCut: boolean
  /** What a reader sees, blocks on lines of their own. */
  readonly visible: string
  /** What a reader does not see: hidden elements, comments, attributes, metadata, data of scripts. */
  readonly hidden: string
}

export interface ClientRendered {
  readonly reason: string
  readonly textLength: number
}
