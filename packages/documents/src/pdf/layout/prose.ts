import { measureFilled, hasBand } from './column-sides.ts'
import { breakTogether, isFlowing } from './flowing-lines.ts'
import { groupRows, type Row } from './rows.ts'
import { surround, isBold, median, type Segment } from './segment.ts'
import type { Column } from './cell-cuts.ts'
import { haveRoom } from './word-room.ts'

const wordsOfProseMin = 5
const filledMin = 0.6

/**
 * Whether rows of several segments are prose rather than table rows: justified lines split between words, columns side by
 * side, or numbers before list entries.
 */
export function isProse(rows: readonly Row[], columns: readonly Column[]): boolean {
  const wide = rows.filter(({ segments }) => segments.length >= 2)
  return (
    isJustified(rows) ||
    isTorn(rows, wide) ||
    areTexts(rows, columns) ||
    areFlowing(rows, columns) ||
    isNumbered(wide, columns)
  )
}

function isTorn(rows: readonly Row[], wide: readonly Row[]): boolean {
  const { left, right } = surround(rows)
  const isFlush = (row: Row) => row.left - left <= flushMax && right - row.right <= flushMax
  const tableLike = wide.filter((row) => listPlaces(row).length > (isFlush(row) ? 2 : 3))
  // The widest cells of all columns have equal gaps between them too.
  const evenRows = tableLike.filter(isEven)
  const even = areAllLevel(evenRows) ? 0 : evenRows.length
  if (even > 0 && rows.length === 2 && rows.every(isFlush)) return true
  if (even > 1 && even >= evenShareMin * tableLike.length) return true
  const words = median(wide.map(({ segments }) => countWords(segments)))
  if (words < wordsOfProseMin || median(wide.map(measureFilled)) < filledMin) return false
  return !hasBand(rows) && !hasStart(wide)
}

const flushMax = 1
const flushShareMin = 0.7
const flushRowsMin = 3
const lettersShareMin = 0.7

/** Lines that end in words at one right edge, as justified text does; cells of words end at any place. */
function isJustified(rows: readonly Row[]): boolean {
  const { left, right } = surround(rows)
  const flush = rows.filter((row) => row.left - left <= flushMax && right - row.right <= flushMax)
  const worded = flush.filter(({ segments }) => /^\P{N}*$/u.test(segments.at(-1)?.text ?? ''))
  return (
    flush.length >= Math.max(flushRowsMin, flushShareMin * rows.length) &&
    worded.length >= lettersShareMin * flush.length &&
    !hasBand(rows) &&
    !haveRoom(rows)
  )
}

const evenShareMin = 0.5
/** In font sizes. */
const evenMax = 0.15
const otherWidthMin = 1.3

const listPlaces = ({ segments }: Row): Pick<Segment, 'left' | 'right'>[] =>
  segments.flatMap((segment): readonly Pick<Segment, 'left' | 'right'>[] =>
    segment.anchors.length > 0 ? segment.anchors : [segment],
  )

/** Two rows whose cells are all left-aligned. */
const areLevel = (rows: readonly Row[]): boolean => rows.length === 2 && areAllLevel(rows)

/** Rows of at least three cells each, all left-aligned. */
function areAllLevel([first, ...others]: readonly Row[]): boolean {
  if (!first || others.length === 0 || first.segments.length < 3) return false
  const lefts = first.segments.map(({ left }) => left)
  return others.every(
    ({ segments }) =>
      segments.length === lefts.length &&
      segments.every(({ left }, at) => Math.abs(left - (lefts[at] ?? 0)) <= sameStartMax),
  )
}

/** Words of different widths with equal gaps, as in justified lines. */
function isEven(row: Row): boolean {
  const places = listPlaces(row)
  const gaps = places.slice(1).map(({ left }, at) => left - (places[at]?.right ?? left))
  const all = places.map(({ left, right }) => right - left)
  return (
    Math.max(...gaps) - Math.min(...gaps) <= evenMax * row.size &&
    Math.max(...all) >= otherWidthMin * Math.min(...all)
  )
}

const startShareMin = 0.6
const sameStartMax = 1

/** Whether most rows have a cell at one left edge. */
function hasStart(rows: readonly Row[]): boolean {
  const starts = rows
    .flatMap(({ segments }) => segments.slice(1).map(({ left }) => left))
    .toSorted((a, b) => a - b)
  let [from, to] = [0, 0]
  const isUsual = starts.some((start) => {
    while (start - (starts[from] ?? start) > sameStartMax) from += 1
    while (to < starts.length && (starts[to] ?? 0) - start <= sameStartMax) to += 1
    return to - from >= linesMin && to - from >= startShareMin * rows.length
  })
  return isUsual || areLevel(rows)
}

const wordsOfTextMin = 3.5
const goesOnShareMin = 0.4
const linesMin = 3

/** Columns whose lines have several words and continue as sentences. */
function areTexts(rows: readonly Row[], columns: readonly Column[]): boolean {
  if (rows.length < linesMin) return false
  const all = rows.flatMap(({ segments }) => segments)
  return columns.every(({ left, right }) => {
    const own = all.filter((line) => line.left < right && line.right > left)
    const goingOn = own.filter(({ text }) => /^\s*[\p{Ll}]/u.test(text))
    return (
      countWords(own) >= wordsOfTextMin * own.length &&
      goingOn.length >= goesOnShareMin * own.length
    )
  })
}

const linesOfColumnMin = 6

/** Columns of running text that do not break together, except for short ones. */
function areFlowing(rows: readonly Row[], columns: readonly Column[]): boolean {
  const all = rows.flatMap(({ segments }) => segments)
  const sides = columns.map(({ left, right }) =>
    groupRows(all.filter((line) => line.left < right && line.right > left)),
  )
  const long = sides.filter(({ length }) => length >= linesOfColumnMin)
  return (
    long.length > 1 &&
    long.every(isFlowing) &&
    long.every((side, at) => at === 0 || !breakTogether(long[at - 1] ?? [], side))
  )
}

/** Entries of a list with numbers that count on, with keys in brackets, or with bullets. */
function isNumbered(rows: readonly Row[], columns: readonly Column[]): boolean {
  const firsts = rows.map(({ segments: [first] }) => first?.text.trim() ?? '')
  if (firsts.every((text) => bullet.test(text))) return true
  if (areClauses(rows)) return true
  if (columns.length > 2) return false
  if (firsts.every((text) => key.test(text))) return true
  const texts = rows.flatMap(({ segments }) => segments.slice(1))
  const isText = countWords(texts) >= wordsOfTextMin * rows.length || texts.every(isBold)
  return isText && firsts.every((text, at) => at === 0 || isNextNumber(firsts[at - 1] ?? '', text))
}

const bullet = /^[•◦▪■□●○‣]/u
/** What a manual says at the right edge about the name that it defines, such as `[Function]`. */
export const label = /^\[\p{Lu}[\p{L} ]{2,30}\]$/u

/** Whether a line ends in a label apart from its text. */
export const endsInLabel = ({ segments }: Row): boolean =>
  segments.length > 1 && label.test(segments.at(-1)?.text.trim() ?? '')

/** The key of a reference. */
const key = /^\[[^\s\]]{1,12}\]$/
const sectionNumber = /^\[?\d{1,3}(?:\.\d{1,3}){0,3}\]?[.)]?$/

/** Whether the number of a section follows another, such as 1.2, 2 or 2.1 after 1.1, or 1.1.1. */
function isNextNumber(before: string, text: string): boolean {
  if (!sectionNumber.test(before) || !sectionNumber.test(text)) return false
  const [a, b] = [before, text].map((one) => (one.match(/\d+/g) ?? []).map(Number))
  if (!a || !b) return false
  const at = b.findIndex((part, index) => part !== a[index])
  return b[at] === (a[at] ?? 0) + 1 && b.slice(at + 1).every((part) => part === 1)
}

const [clause, letterOfClause] = [/^\d{1,3}(?:\.\d{1,3}){0,3}\.?$/, /^\(?([a-z])\)$/]
const clausesMin = 3

/** Whether a line begins with the number of a clause such as 2.1, apart from its text. */
export const startsClause = ({ segments: [first, second] }: Row): boolean =>
  !!first &&
  !!second &&
  first.text.includes('.') &&
  clause.test(first.text.trim()) &&
  /\p{L}/u.test(second.text)

/** Numbered sentences of a contract, with those of further levels indented: each number or letter follows the one before. */
function areClauses(rows: readonly Row[]): boolean {
  const marks = rows.map(({ segments: [first] }) => first?.text.trim() ?? '')
  const texts = rows.flatMap(({ segments }) => segments.slice(1))
  const letters = marks.flatMap((mark) => letterOfClause.exec(mark)?.[1] ?? [])
  const numbers = marks.filter((mark) => clause.test(mark))
  const isNextLetter = (letter: string, at: number) =>
    letter === 'a' || letter.codePointAt(0) === (letters[at - 1]?.codePointAt(0) ?? 0) + 1
  return (
    rows.length >= clausesMin &&
    letters.length + numbers.length === rows.length &&
    texts.length === rows.length &&
    countWords(texts) >= wordsOfTextMin * rows.length &&
    letters.every(isNextLetter) &&
    numbers.every((mark, at) => at === 0 || isNextNumber(numbers[at - 1] ?? '', mark))
  )
}

/** Whether a text is a figure, with its currency or sign. */
export const isAmount = (text: string) =>
  /\p{N}/u.test(text) && /^[\p{Sc}\p{N}\s.,%()+-]+$/u.test(text)

const entryNumber = /^\s*\[?(\d{1,3})\]?[.)]?\s*$/

/** The separate number before a line. */
export function readNumber({ segments: [first, second] }: Row): number | undefined {
  // A number before an amount is a cell.
  if (!second || isAmount(second.text)) return undefined
  const number = entryNumber.exec(first?.text ?? '')?.[1]
  return number === undefined ? undefined : Number(number)
}

const countWords = (segments: readonly Segment[]) =>
  segments.reduce((sum, { text }) => sum + text.trim().split(/\s+/).length, 0)
