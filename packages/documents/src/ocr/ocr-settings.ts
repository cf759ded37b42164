/** OCR options. */
export interface OcrSettings {
  /** Path of tesseract; without it the slower packaged one reads English. */
  readonly program: string | undefined
  /** Folder that has the packages of the packaged one, where they are not installed with this package. */
  readonly packages?: string | undefined
  /** Tesseract language codes joined with `+`, for example `eng+deu`. */
  readonly languages: string
}
