import type { OpenPdf } from '#documents/pdf/pdfium.ts'
import { toPlain, type PageLetters } from '#documents/pdf/page-letters.ts'
import type { Turn } from '#documents/pdf/page-words.ts'
import { createLetterLines, type Letter } from './letter-lines.ts'
import type { PageItem } from './segments-of.ts'

interface Page {
  readonly document: Pick<OpenPdf, 'readLetters'>
  /** From 1. */
  readonly page: number
  readonly turn: Turn
}

/** In points. */
const samePlaceMax = 1
const number = /^[\d.,:()'%/+-]+$/

/**
 * Corrects numbers that the library takes for letters: in files of browsers, it takes the codes of a text of figures for the places of other
 * letters in the table of their font.
 */
export function withTrueNumbers<Item extends Pick<PageItem, keyof PageItem>>(
  items: readonly Item[],
  { document, page, turn }: Page,
): readonly Item[] {
  if (!items.some(mayBeWrong)) return items
  return document.readLetters(page - 1, turn, (letters) => {
    const readLine = createLetterLines(letters)
    return items.map((item) => {
      const text = mayBeWrong(item) ? readNumber(item, readLine(item), letters) : undefined
      return text === undefined ? item : { ...item, text }
    })
  })
}

/** A single word in a font with a tag as browsers give them in turn. */
const mayBeWrong = ({ itemType, text, font, rotation }: PageItem) =>
  itemType === 'Text' &&
  rotation === 0 &&
  /^..AAAA\+/.test(font) &&
  /\p{L}/u.test(text) &&
  !/\s/.test(text.trim())

/** The number that begins and ends where an item does. */
function readNumber(
  { text, x, width }: PageItem,
  line: readonly Letter[],
  letters: PageLetters,
): string | undefined {
  const first = line.find((letter) => Math.abs(letter.x - x) <= samePlaceMax)
  const { length } = toPlain(text)
  const found = first ? letters.text.slice(first.at, first.at + length) : ''
  if (!first || found.length < length || !number.test(found)) return undefined
  const end = letters.findEnd(first.at + length - 1)
  return Math.abs(end - x - width) <= samePlaceMax ? found : undefined
}
