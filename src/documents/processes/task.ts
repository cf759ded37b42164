import type { Content, ContentRequest } from '#content/content.ts'
import type { ErrorCode, ErrorDetail } from '#kernel/errors.ts'

/** Where the bytes of a document are: handed over, or in a file that only the key opens. */
export type DocumentSource =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'file'; readonly path: string; readonly key: Uint8Array }

/** How pictures are read. */
export interface OcrSettings {
  /** The tesseract program; without it the slower one among the packages reads English. */
  readonly program: string | undefined
  /** As tesseract names them, joined with `+`: `eng+deu`. */
  readonly languages: string
}

/** What a document process is given. */
export interface DocumentTask {
  readonly request: Omit<ContentRequest, 'body'>
  readonly source: DocumentSource
  readonly ocr: OcrSettings
}

/** Pages read so far. */
export interface DocumentProgress {
  readonly page: number
  readonly pages: number
}

/** What it sends back: any number of notes on its progress, and one end. */
export type DocumentMessage =
  | { readonly kind: 'progress'; readonly progress: DocumentProgress }
  | { readonly kind: 'read'; readonly content: Content }
  | {
      readonly kind: 'failed'
      readonly code: ErrorCode
      readonly message: string
      readonly details: readonly ErrorDetail[] | undefined
    }
  | { readonly kind: 'exhausted' }
  /** A fault of ours. */
  | { readonly kind: 'fault'; readonly text: string }
