import type { OcrPage, OcrWord, ReadPicture } from '#content/layout.ts'
import type { OcrSettings } from '#documents/ocr/ocr-settings.ts'
import { withBullets } from './find-bullets.ts'
import { readWithPackage } from './packaged-tesseract.ts'
import { splitWords } from './split-words.ts'
import type { PreparedPicture } from './prepare-picture.ts'
import { runTesseract } from './run-tesseract.ts'
import { tightened } from './tighten.ts'
import { wordsMax, wordsOfTsv } from './tsv.ts'

/** A page takes about a second. */
const pageMsMax = 60_000

/**
 * Reads pictures of pages with tesseract: the installed program, or the slower packaged one, which
 * reads English alone. Fails with `DOCUMENT_CORRUPT`, `DOCUMENT_TOO_COMPLEX` and, after a minute, `SCRAPE_TIMEOUT`.
 */
export function createReadPicture(settings: OcrSettings): ReadPicture {
  return async function readPicture(picture, signal): Promise<OcrPage> {
    const { preparePicture } = await import('./prepare-picture.ts')
    const prepared = await preparePicture(picture)
    const until = AbortSignal.any([signal, AbortSignal.timeout(pageMsMax)])
    const table =
      settings.program === undefined
        ? await readWithPackage(prepared.bytes, { folder: settings.packages, signal: until })
        : await runTesseract(prepared.bytes, { ...settings, program: settings.program }, until)
    const { width, height, turned } = prepared
    const found = wordsOfTsv(table).map((word) => tightened(word, prepared))
    const words = splitWords(found, prepared).map((word) => ({
      ...word,
      ink: measureInk(word, prepared),
    }))
    const isCut = found.length >= wordsMax
    return { width, height, turned, words: withBullets(words, prepared), isCut }
  }
}

const dark = 128

function measureInk(
  { left, top, width, height }: Omit<OcrWord, 'ink'>,
  picture: PreparedPicture,
): number {
  let count = 0
  for (let row = top; row < top + height; row++) {
    const start = row * picture.width + left
    for (let at = start; at < start + width; at++) {
      if ((picture.points[at] ?? 255) < dark) count += 1
    }
  }
  return count / Math.max(1, width * height)
}
