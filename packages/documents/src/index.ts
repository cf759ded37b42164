/**
 * PDF, office files, mails and pictures in; Markdown, metadata, links and the layout of pages out.
 *
 *     import { readFile } from 'node:fs/promises'
 *     import { extractDocument } from 'weir-documents'
 *     const { markdown, metadata } = await extractDocument(await readFile('report.pdf'))
 *
 * The readers work on the calling thread and may take long or much memory on hostile files: read those of strangers in a process
 * that can be killed.
 */
import { noAddress } from '#base/no-address.ts'
import { ReadError } from '#base/read-error.ts'
import { contentKind } from '#content/bytes/content-kind.ts'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { LayoutPage, PageMarkdown, PdfOptions } from '#content/layout.ts'
import type { OcrSettings } from './ocr/ocr-settings.ts'
import { defaultOptions } from './pdf/reading-of-pages.ts'
import { readDocument } from './read-document.ts'

export { ReadError, type ErrorDetail, type ReadErrorCode } from '#base/read-error.ts'
export type { ContentMetadata } from '#content/html/about/content-metadata.ts'
export type { LayoutBlock, LayoutPage, PageMarkdown, PdfOptions } from '#content/layout.ts'
export { findTesseract } from './ocr/find-tesseract.ts'
export type { OcrSettings } from './ocr/ocr-settings.ts'

/** What can be made of a file. */
export type DocumentFormat = 'markdown' | 'html' | 'links' | 'images'

export interface DocumentOptions {
  /** Its extension counts when the content does not say what the file is, as for CSV. */
  readonly fileName?: string
  /** The declared media type, which counts after both. */
  readonly contentType?: string
  /** Address of the file, against which relative links are resolved. */
  readonly url?: string
  /** Markdown and links by default. */
  readonly formats?: readonly DocumentFormat[]
  readonly pdf?: Partial<PdfOptions>
  /** By default the packaged tesseract, which reads English; `findTesseract()` gives the path of the installed one. */
  readonly ocr?: Partial<OcrSettings>
  /** Called with the pages read so far. */
  readonly onProgress?: (page: number, pages: number) => void
}

/** A file as a document; of the formats only the requested ones. */
export interface FileDocument {
  readonly markdown?: string
  readonly html?: string
  readonly links?: readonly string[]
  readonly images?: readonly string[]
  readonly metadata: ContentMetadata
  /** The Markdown of each page of a PDF file, with `pdf: { pages: true }`. */
  readonly pages?: readonly PageMarkdown[]
  /** The blocks of each page of a PDF file or a picture, with `pdf: { blocks: true }`. */
  readonly blocks?: readonly LayoutPage[]
  /** Pages that were read. */
  readonly numPages?: number
  /** Pages that the file has, when known. */
  readonly totalPages?: number
  /** Sentences about what is missing. */
  readonly warnings: readonly string[]
}

/**
 * Reads a file of any kind: PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, RTF, CSV, mails, pictures, and pages too. Throws `ReadError`:
 * `DOCUMENT_CORRUPT`, `DOCUMENT_ENCRYPTED`, `DOCUMENT_TOO_COMPLEX`, `SCRAPE_UNSUPPORTED_FILE_ERROR`, or `SCRAPE_TIMEOUT` when the OCR
 * of a page takes more than a minute.
 */
export async function extractDocument(
  file: Uint8Array,
  options: DocumentOptions = {},
): Promise<FileDocument> {
  const { contentType, fileName } = options
  if (contentKind(file, contentType, fileName) === 'file')
    throw new ReadError('SCRAPE_UNSUPPORTED_FILE_ERROR')
  const { formats = ['markdown', 'links'], ocr, onProgress = () => {} } = options
  const { internal: _internal, ...document } = await readDocument(
    {
      url: options.url ?? noAddress,
      status: 200,
      contentType,
      fileName,
      body: file,
      formats: formats.map((type) => ({ type })),
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      removeBase64Images: true,
      readDocuments: true,
      readImages: true,
      pdf: { ...defaultOptions, ...options.pdf },
    },
    { ocr: { program: undefined, languages: 'eng', ...ocr }, onProgress },
  )
  return document
}
