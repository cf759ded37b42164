/** OCR options. */
export interface OcrSettings {
  /** Path of tesseract; without it the slower packaged one reads the languages whose packages are installed. */
  readonly program: string | undefined
  /** Folder that has the packages of the packaged one, where they are not installed with this package. */
  readonly packages?: string | undefined
  /** Tesseract language codes joined with `+`, for example `eng+deu`. */
  readonly languages: string
}

export const explainMissing = (language: string, wanted: string): string =>
  `OCR cannot read the language "${language}": install ${wanted}, or set WEIR_OCR_LANGUAGES to others.`
