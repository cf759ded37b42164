import type { OcrPage, ReadPicture } from '#content/documents/layout.ts'
import type { OcrSettings } from '#content/documents/processes/task.ts'
import { readWithPackage } from './packaged-tesseract.ts'
import { preparePicture } from './prepare-picture.ts'
import { runTesseract } from './run-tesseract.ts'
import { wordsOfTsv } from './tsv.ts'

/** One page takes about a second; one that takes so long is none. */
const pageMsMax = 60_000

/**
 * Reads pictures of pages with tesseract: the program of the system, or the slower one among the packages, which
 * reads English alone. Fails with `DOCUMENT_CORRUPT`, `DOCUMENT_TOO_COMPLEX` and, after a minute, `SCRAPE_TIMEOUT`.
 */
export function createReadPicture(settings: OcrSettings): ReadPicture {
  return async function readPicture(picture, signal): Promise<OcrPage> {
    const prepared = await preparePicture(picture)
    const until = AbortSignal.any([signal, AbortSignal.timeout(pageMsMax)])
    const table =
      settings.program === undefined
        ? await readWithPackage(prepared.bytes, until)
        : await runTesseract(prepared.bytes, { ...settings, program: settings.program }, until)
    const { width, height, turned } = prepared
    return { width, height, turned, words: wordsOfTsv(table) }
  }
}
