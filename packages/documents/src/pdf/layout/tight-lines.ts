import type { TextItem } from '@firecrawl/pdf-inspector'
import type { OpenPdf } from '#documents/pdf/pdfium.ts'
import { withLetters } from './exact-text.ts'

/** Longer than any word except URLs. */
const unspaced = /\p{L}{20}|[\p{L},.;()’]{30}/u
const unspacedMin = 20
const hasNoBlanks = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|:\/\//u
/** Letters per word of a line in which blanks may be missing, on a page where others miss them; text has fewer. */
const lettersPerWord = 6.3
const longWord = /\S{13}/

/** Reads lines again whose word spaces the library missed because of tight setting. */
export function withMissedBlanks(
  items: readonly TextItem[],
  page: number,
  document: OpenPdf,
): readonly TextItem[] {
  if (!items.some(({ text }) => isTight(text))) return items
  return document.readLetters(page - 1, 0, (letters) =>
    items.flatMap((item) => (mayMiss(item.text) ? withLetters([item], letters) : [item])),
  )
}

function mayMiss(text: string): boolean {
  const own = text.trim()
  const words = own.split(' ').length
  const isDense = own.length >= lettersPerWord * words || longWord.test(own)
  return isDense && !hasNoBlanks.test(text)
}

function isTight(text: string): boolean {
  let start = 0
  while (text.length - start >= unspacedMin) {
    const blank = text.indexOf(' ', start)
    const end = blank === -1 ? text.length : blank
    // Two dots are part of a leader.
    if (end - start >= unspacedMin)
      return unspaced.test(text.replaceAll('..', '  ')) && !hasNoBlanks.test(text)
    start = end + 1
  }
  return false
}
