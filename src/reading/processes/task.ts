import type { OcrSettings } from '#documents/ocr/ocr-settings.ts'
import type { Content, ContentRequest } from '#content/content.ts'
import type { PagePicture, PageRange } from '#documents/pdf/picture-pages.ts'
import type { ErrorCode, ErrorDetail } from '#kernel/errors.ts'

/** Bytes of a document: in memory, or in an encrypted temporary file. */
export type DocumentSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly key: Uint8Array }

/** Task of a document process. */
export type DocumentTask = ReadTask | PictureTask

/** Reads a document. */
export interface ReadTask {
  readonly kind: 'read'
  readonly request: Omit<ContentRequest, 'body'>
  readonly source: DocumentSource
  readonly ocr: OcrSettings
}

/** Draws pages of a PDF file. */
export interface PictureTask {
  readonly kind: 'picture'
  readonly source: DocumentSource
  readonly pages: PageRange
}

/** Pages read so far. */
export interface DocumentProgress {
  readonly page: number
  readonly pages: number
}

/** What a task gives. */
export type DocumentResult =
  | { readonly kind: 'read'; readonly content: Content }
  | { readonly kind: 'picture'; readonly pictures: readonly PagePicture[] }

/** Messages of a document process: any number of progress reports and one result. */
export type DocumentMessage =
  | { readonly kind: 'progress'; readonly progress: DocumentProgress }
  | DocumentResult
  | {
      readonly kind: 'failed'
      readonly code: ErrorCode
      readonly message: string
      readonly details: readonly ErrorDetail[] | undefined
    }
  | { readonly kind: 'exhausted' }
  /** A bug, not a property of the document. */
  | { readonly kind: 'fault'; readonly text: string }
