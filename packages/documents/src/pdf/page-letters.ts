import { afterBlanks } from './drawn-blanks.ts'
import { call, withMemory, type Engine } from './engine.ts'
import {
  lettersMax,
  lineEndHyphen,
  findPlace,
  readDirection,
  createPlaces,
  measureSize,
  type OpenPage,
} from './page-words.ts'

/** The letters of a page in file order, without blanks. */
export interface PageLetters {
  /** In compatibility form, so that a ligature has several. */
  readonly text: string
  /** Whether the blanks are in the file; otherwise they are found by distances. */
  readonly hasBlanks: boolean
  /** Whether more words are parted by distances within a text of the file than by blanks. */
  readonly placesWords: boolean
  /** Whether a blank precedes the letter at an index of the text. */
  startsWord(at: number): boolean
  /** Whether a blank that is in the file precedes the letter at an index of the text. */
  isBehindBlank(at: number): boolean
  /** Origin of the letter at an index of the text: points from the lower left corner of the page as displayed. */
  readOrigin(at: number): { readonly x: number; readonly y: number }
  /** Font size of the letter at an index of the text, in points. */
  measureSize(at: number): number
  /** Right edge of the letter at an index of the text. */
  findEnd(at: number): number
}

/** Of the letters. Blanks are rarer in numbers and addresses. */
const blanksShareMin = 0.05
const isBlank = (code: number) =>
  code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xa0 || code === 0

/** Reads the letters of an open page. */
export function readLetters<Result>(
  engine: Engine,
  open: OpenPage,
  read: (letters: PageLetters) => Result,
): Result {
  const { text } = open
  return withMemory(engine, 32, (memory) => {
    const toShown = createPlaces(engine, { ...open, memory })
    const found = scan(engine, open)
    const { indexes, hasBlanks } = found
    const starts = hasBlanks ? found.afterBlanks : found.afterGaps
    const numberAt = (offset: number) =>
      new DataView(engine.HEAPU8.buffer).getFloat64(memory + offset, true)
    return read({
      text: found.text,
      hasBlanks,
      placesWords: found.gapsWithin > found.afterBlanks.size,
      startsWord: (at) => starts.has(at),
      isBehindBlank: (at) => found.afterBlanks.has(at),
      readOrigin(at) {
        call(engine, 'FPDFText_GetCharOrigin', [text, indexes[at] ?? 0, memory, memory + 8])
        return toShown(numberAt(0), numberAt(8))
      },
      measureSize: (at) => measureSize(engine, { text, at: indexes[at] ?? 0, memory }),
      findEnd(at) {
        const letter = { text, at: indexes[at] ?? 0, memory, toShown }
        return findPlace(engine, { ...letter, ...readDirection(engine, letter) }).right
      },
    })
  })
}

interface Scanned {
  readonly text: string
  /** Index in PDFium of the letter at each index of the text. */
  readonly indexes: readonly number[]
  /** Indexes of the text behind a blank of the file, and behind one that PDFium found by distance. */
  readonly afterBlanks: ReadonlySet<number>
  readonly afterGaps: ReadonlySet<number>
  readonly hasBlanks: boolean
  /** Number of blanks that PDFium found within texts of the file. */
  readonly gapsWithin: number
}

function scan(engine: Engine, { page, text }: OpenPage): Scanned {
  const count = Math.min(lettersMax, call(engine, 'FPDFText_CountChars', [text]))
  const drawn = afterBlanks(engine, page)
  const [exact, found] = [new Set<number>(), new Set<number>()]
  const indexes: number[] = []
  let letters = ''
  let [isExact, isFound, object, gapsWithin] = [false, false, 0, 0]
  for (let at = 0; at < count; at++) {
    const code = call(engine, 'FPDFText_GetUnicode', [text, at])
    if (isBlank(code)) {
      isFound = true
      isExact ||= call(engine, 'FPDFText_IsGenerated', [text, at]) !== 1
      continue
    }
    const letter = toLetter(code)
    const own = call(engine, 'FPDFText_GetTextObject', [text, at])
    isExact ||= own !== object && drawn.has(own)
    if (isFound && !isExact && own === object) gapsWithin++
    object = own
    if (isExact) exact.add(letters.length)
    if (isFound || isExact) found.add(letters.length)
    for (let unit = 0; unit < letter.length; unit++) indexes.push(at)
    letters += letter
    if (letter !== '') isExact = isFound = false
  }
  const hasBlanks = exact.size >= blanksShareMin * letters.length
  return { text: letters, indexes, afterBlanks: exact, afterGaps: found, hasBlanks, gapsWithin }
}

function toLetter(code: number): string {
  if (code === lineEndHyphen) return '-'
  return code < 0x80 ? String.fromCodePoint(code) : toPlain(String.fromCodePoint(code))
}

/** Letters in compatibility form without blanks, as in `PageLetters`. */
export const toPlain = (text: string): string =>
  text.normalize('NFKC').replaceAll('\u00ad', '-').replaceAll(/\s+/g, '')
