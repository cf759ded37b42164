import { findProgram } from '#base/find-program.ts'

/** Path of the installed tesseract program; undefined when there is none. */
export const findTesseract = (configured?: string): string | undefined =>
  findProgram({ name: 'tesseract', setting: 'WEIR_TESSERACT_PATH', configured })
