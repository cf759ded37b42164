import type { Row } from './rows.ts'
import { surround, isBold, type Place } from './segment.ts'

const sectionNumber = /^(?:\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+)[.:)]?(?:\s+\p{Lu}|$)/u
const headingSizeMin = 1.12
/** In font sizes: rows are closer. */
const headingGapMin = 2

/** The number and the title of a section, in larger letters than the row beside it, or bold and apart from the row above it. */
export function isNumberedHeading(
  { segments, size, baseline }: Row,
  beside: Row | undefined,
): boolean {
  const number = segments[0]?.text.trim() ?? ''
  // The further cells of a row of dates or numbers are none.
  if (!beside || segments.length > 2 || !sectionNumber.test(number)) return false
  const isApart =
    baseline - beside.baseline >= headingGapMin * size &&
    number.includes('.') &&
    segments.every(isBold) &&
    !beside.segments.some(isBold)
  return size >= headingSizeMin * beside.size || isApart
}

const flushMax = 1
const textLinesMin = 3

/** Box of a column of text; undefined when few lines fill it. */
export function edgesOfText(rows: readonly Row[]): Place | undefined {
  const text = surround(rows)
  const full = rows.filter((row) => row.segments.length === 1 && fills(row, text))
  return full.length >= textLinesMin ? text : undefined
}

/** Whether a row goes from one edge of the text to the other, as a line of justified text does. */
const fills = ({ left, right }: Row, text: Place) =>
  left - text.left <= flushMax && text.right - right <= flushMax

/** Whether a row is a line of the text below an indented table; the first of a paragraph may be indented less. */
export const isLineOfText = (row: Row, taken: readonly Row[], text: Place): boolean =>
  text.right - row.right <= flushMax && taken.every(({ left, size }) => left - row.left > size)

const titleSizeMin = 1.25

/** Whether the texts of a row are much larger than all of the next one, which has more. */
export const isTitle = ({ segments }: Row, next: Row | undefined): boolean =>
  !!next &&
  segments.length < next.segments.length &&
  segments.every(({ size }) => size >= titleSizeMin * next.size)
