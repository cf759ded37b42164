import type { Reading } from '#content/reading.ts'
import type { LayoutPage, PageMarkdown } from '#content/layout.ts'

/** A document ready to be read: a page with what only documents have (contract section 4.3). */
export interface DocumentReading extends Reading {
  readonly pages?: readonly PageMarkdown[]
  readonly blocks?: readonly LayoutPage[]
  /** Pages that were read. */
  readonly numPages?: number
  /** Pages of the file, when known. */
  readonly totalPages?: number
  /** Pages that are paid one by one (contract section 18). */
  readonly paidPages?: number
}
