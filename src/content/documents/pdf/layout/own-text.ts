import {
  extractStructureElements,
  extractTextWithPositions,
  type TextItem,
} from '@firecrawl/pdf-inspector'
import type { OpenPdf, PageSize } from '#content/documents/pdf/pdfium.ts'
import type { Segment } from './segment.ts'
import { segmentsOf } from './segments-of.ts'

interface Pages {
  /** From 1. */
  readonly numbers: readonly number[]
  readonly sizes: readonly PageSize[]
}

/** The text that pages of a PDF file hold, as pieces of lines. Throws what the library throws. */
export function ownText(file: Buffer, document: OpenPdf, { numbers, sizes }: Pages): Segment[][] {
  const items = Map.groupBy(
    extractTextWithPositions(file, [...numbers], { frame: 'display' }),
    ({ page }) => page,
  )
  const structure = Map.groupBy(extractStructureElements(file, [...numbers]), ({ page }) => page)
  return numbers.map((page, index) =>
    segmentsOf({
      page,
      height: sizes[index]?.height ?? 0,
      items: spaced(items.get(page) ?? [], page, document),
      structure: structure.get(page) ?? [],
    }),
  )
}

/** Longer than words are, but for addresses. */
const unspaced = /\p{L}{20}|[\p{L},.;()’]{30}/u
const hasNoBlanks = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|:\/\//u
/** Lines that were set so tight that their blanks were passed over are read again. */
function spaced(items: readonly TextItem[], page: number, document: OpenPdf): TextItem[] {
  const tight = items.filter(({ text }) => unspaced.test(text) && !hasNoBlanks.test(text))
  if (tight.length === 0) return [...items]
  const texts = document.textWithin(
    page - 1,
    tight.map(({ x, y, width, fontSize }) => ({
      left: x,
      right: x + width,
      bottom: y,
      top: y + 0.6 * fontSize,
    })),
  )
  const read = new Map(tight.map((item, index) => [item, texts[index] ?? '']))
  return items.map((item) => {
    const found = read.get(item)
    return found === undefined ? item : { ...item, text: withBlanksOf(item.text, found) }
  })
}

/** What stands for the hyphen of a word that goes on in the next line. */
const cutWord = '\u0002'

/** A text with the blanks of another that has the same letters, and maybe some of its neighbours at its ends. */
function withBlanksOf(text: string, other: string): string {
  const [own, theirs] = [letters(text), letters(other)]
  // The last hyphen of a line is left out there.
  const start = theirs.indexOf(own.replace(/[-\u00ad]$/, ''))
  if (start < 0) return text
  let at = 0
  let blank = ''
  let result = ''
  for (const letter of other) {
    if (letter === cutWord || /\s/.test(letter)) blank = ' '
    else {
      const isInside = at >= start && at < start + own.length
      if (isInside) result += (result === '' ? '' : blank) + letter
      at += letters(letter).length
      blank = ''
    }
  }
  return /[-\u00ad]$/.test(text) && !result.endsWith('-') ? `${result}-` : result
}

const letters = (text: string) =>
  text.normalize('NFKC').replaceAll(/\s+/g, '').replaceAll(cutWord, '')
