/** OCR options. */
export interface OcrSettings {
  /** Path of tesseract; without it the slower packaged one reads English. */
  readonly program: string | undefined
  /** Tesseract language codes joined with `+`, for example `eng+deu`. */
  readonly languages: string
}
