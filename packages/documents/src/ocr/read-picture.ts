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
 * Reads pictures of pages with tesseract: the installed program, or the slower packaged one. A picture that is not understood is read
 * in the other directions that its lines may have. Fails with `DOCUMENT_CORRUPT`, `DOCUMENT_TOO_COMPLEX`, `NOT_IMPLEMENTED` when the data of a language are
 * missing, and, after a minute, `SCRAPE_TIMEOUT`.
 */
export function createReadPicture(settings: OcrSettings): ReadPicture {
  return async function readPicture(picture, signal): Promise<OcrPage> {
    const until = AbortSignal.any([signal, AbortSignal.timeout(pageMsMax)])
    const read = (turn: number) => readTurned(picture, turn, { ...settings, signal: until })
    let best = await read(0)
    try {
      for (const turn of best.turns) {
        const other = await read(turn)
        if (other.certainty > certaintyRatioMin * best.certainty) best = other
        if (best.isUnderstood) break
      }
    } catch (error) {
      // When the time is over, what was read first is better than nothing.
      if (signal.aborted || !until.aborted) throw error
    }
    return best.page
  }
}

/** Another direction must be clearly better. */
const certaintyRatioMin = 1.5
const usualConfidenceMin = 0.65
async function readTurned(
  picture: Uint8Array,
  turn: number,
  settings: OcrSettings & { readonly signal: AbortSignal },
) {
  const { preparePicture } = await import('./prepare-picture.ts')
  const prepared = await preparePicture(picture, turn)
  const { program } = settings
  const table =
    program === undefined
      ? await readWithPackage(prepared.bytes, settings)
      : await runTesseract(prepared.bytes, { ...settings, program })
  const { width, height, turned } = prepared
  const found = wordsOfTsv(table).map((word) => tightened(word, prepared))
  const words = splitWords(found, prepared).map((word) => ({
    ...word,
    ink: measureInk(word, prepared),
  }))
  const isCut = found.length >= wordsMax
  const letters = sum(words.map(({ text }) => text.length))
  // The program reads some lines that run upwards, which the layout of a page does not understand.
  const isStanding = sum(words.filter(isTall).map(({ text }) => text.length)) > letters / 2
  const certainty =
    sum(words.map(({ text, confidence }) => text.length * confidence ** 2)) /
    (isStanding ? standingRatio : 1)
  const confident = sum(words.map(({ text, confidence }) => text.length * confidence))
  const page: OcrPage = { width, height, turned, words: withBullets(words, prepared), isCut }
  const isUnderstood = letters > 0 && confident >= usualConfidenceMin * letters && !isStanding
  return { page, certainty, isUnderstood, turns: isUnderstood ? [] : findTurns(prepared) }
}

const standingRatio = 2
const lettersOfWordMin = 3

const isTall = ({ text, width, height }: Pick<OcrWord, 'text' | 'width' | 'height'>) =>
  text.length >= lettersOfWordMin && height > width

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)

const dark = 128
/** Between variances of the ink. */
const linesRatioMin = 1.5

/** The turns after which the lines of a text may be level: lines and the blank between them differ in their ink, columns of letters less. */
function findTurns({ points, width, height }: PreparedPicture): number[] {
  const [rows, columns] = [new Float64Array(height), new Float64Array(width)]
  for (const [at, point] of points.entries()) {
    if (point >= dark) continue
    const [row, column] = [Math.floor(at / width), at % width]
    rows[row] = (rows[row] ?? 0) + 1 / width
    columns[column] = (columns[column] ?? 0) + 1 / height
  }
  const ratio = measureVariance(rows) / measureVariance(columns)
  if (ratio >= linesRatioMin) return [180]
  return ratio <= 1 / linesRatioMin ? [90, 270] : []
}

function measureVariance(shares: Float64Array): number {
  const mean = sum([...shares]) / shares.length
  return sum([...shares].map((share) => (share - mean) ** 2)) / shares.length
}

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
