import type { Reading } from '#content/reading.ts'
import type { LayoutPage, PageMarkdown, PageStart } from '#content/layout.ts'

/** A document as the main thread gets it: a page with the members that only documents have. See docs/api/parse.md. */
export interface DocumentReading extends Reading {
  readonly pages?: readonly PageMarkdown[]
  readonly blocks?: readonly LayoutPage[]
  readonly pageStarts?: readonly PageStart[]
  /** Pages that were read. */
  readonly numPages?: number
  /** Pages of the file, when known. */
  readonly totalPages?: number
  /** Pages that are charged one by one. See docs/credits.md. */
  readonly paidPages?: number
}
