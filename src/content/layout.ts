/** Kinds of block a page is made of (contract section 4.3); callers must expect more of them. */
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

/** Where the text of a block comes from. */
export const blockSources = [
  'native_text',
  'layout_ocr',
  'tsr',
  'formula_model',
  'full_page',
] as const
export type BlockSource = (typeof blockSources)[number]

/** Left, top, right, bottom; parts of the page size, 0 to 1, from the top left corner. */
export type Box = readonly [number, number, number, number]

/** A piece of a page, in reading order. */
export interface LayoutBlock {
  /** `p<page>.b<index>`, both counted from 1 and 0. */
  readonly id: string
  readonly type: BlockType
  readonly label: string | null
  readonly bbox: Box | null
  /** The Markdown of the block. */
  readonly content: string
  /** Where `content` stands in the Markdown of the document, end excluded; null for what is left out of it. */
  readonly markdownSpan: readonly [number, number] | null
  readonly readingOrder: number
  readonly source: BlockSource | null
  readonly confidence: { readonly layout: number | null; readonly ocr: number | null }
}

/** A page and its blocks; width and height are those of the rendered page, in pixels. */
export interface LayoutPage {
  readonly pageNumber: number
  readonly width: number | null
  readonly height: number | null
  readonly status: 'ok' | 'partial' | 'failed'
  readonly items: readonly LayoutBlock[]
}

/** The Markdown of one page; `pageNumber` is its place in the file, from 1. */
export interface PageMarkdown {
  readonly pageNumber: number
  readonly markdown: string
}

/** A word that was read from a picture. Pixels of the picture it was given, from the top left corner. */
export interface OcrWord {
  readonly text: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** 0 to 1. */
  readonly confidence: number
  /** Words of the same line, paragraph and block have the same number. */
  readonly line: number
  readonly paragraph: number
  readonly block: number
  /** The share of its box that is dark: more where letters are bold. */
  readonly ink: number
}

/** What was read from the picture of a page, in the order the reader found it. */
export interface OcrPage {
  readonly width: number
  readonly height: number
  /** Degrees by which the picture was turned before it was read; the positions are those of the turned picture. */
  readonly turned: number
  readonly words: readonly OcrWord[]
}

/** Reads the picture of a page. Fails when the signal aborts. */
export type ReadPicture = (picture: Uint8Array, signal: AbortSignal) => Promise<OcrPage>

/** Contract section 4.3: how a PDF file is read. */
export interface PdfOptions {
  readonly mode: 'fast' | 'auto' | 'ocr'
  readonly maxPages: number | undefined
  readonly pages: boolean
  readonly blocks: boolean
  readonly pageMarkers: boolean
}
