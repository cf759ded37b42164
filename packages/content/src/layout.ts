/** Block types of a document page; more may be added. See docs/api/parse.md. */
export const blockTypes = [
  'title',
  'section_header',
  'text',
  'list',
  'code',
  'table',
  'formula',
  'figure',
  'caption',
  'footnote',
  'page_number',
  'page_header',
  'page_footer',
] as const
export type BlockType = (typeof blockTypes)[number]

/** Sources of the text of a block. */
export const blockSources = [
  'native_text',
  'layout_ocr',
  'tsr',
  'formula_model',
  'full_page',
] as const
export type BlockSource = (typeof blockSources)[number]

/** Left, top, right, bottom as fractions of the page size, from the top left corner. */
export type Box = readonly [number, number, number, number]

/** A block of a page, in reading order. */
export interface LayoutBlock {
  /** `p<page>.b<index>`; pages are one-based, indexes zero-based. */
  readonly id: string
  readonly type: BlockType
  readonly label: string | null
  readonly bbox: Box | null
  /** The Markdown of the block. */
  readonly content: string
  /** Offsets of `content` in the Markdown of the document, end exclusive; null for omitted blocks. */
  readonly markdownSpan: readonly [number, number] | null
  readonly readingOrder: number
  readonly source: BlockSource | null
  readonly confidence: { readonly layout: number | null; readonly ocr: number | null }
}

/** A page and its blocks; width and height of the rendered page in pixels. */
export interface LayoutPage {
  readonly pageNumber: number
  readonly width: number | null
  readonly height: number | null
  readonly status: 'ok' | 'partial' | 'failed'
  readonly items: readonly LayoutBlock[]
}

/** Markdown of one page; `pageNumber` is one-based. */
export interface PageMarkdown {
  readonly pageNumber: number
  readonly markdown: string
}

/** Where the text of a page begins in the Markdown of its document. */
export interface PageStart {
  readonly pageNumber: number
  readonly start: number
}

/** An OCR word. Pixels from the top left corner of the picture. */
export interface OcrWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** 0 to 1. */
  readonly confidence: number
  /** Words of the same line, paragraph and block share a number. */
  readonly line: number
  readonly paragraph: number
  readonly block: number
  /** Share of dark pixels in its box; higher for bold text. */
  readonly ink: number
}

/** OCR result of a page, in the order of the OCR engine. */
export interface OcrPage {
  readonly width: number
  readonly height: number
  /** Degrees of rotation before OCR; positions refer to the rotated picture. */
  readonly turned: number
  readonly words: readonly OcrWord[]
  /** Words were left out. */
  readonly isCut?: boolean
}

/** Reads the picture of a page by OCR. Fails when the signal aborts. */
export type ReadPicture = (picture: Uint8Array, signal: AbortSignal) => Promise<OcrPage>

/** PDF options. See docs/api/parse.md. */
export interface PdfOptions {
  readonly mode: 'fast' | 'auto' | 'ocr'
  readonly maxPages: number | undefined
  readonly pages: boolean
  readonly blocks: boolean
  readonly pageMarkers: boolean
}
