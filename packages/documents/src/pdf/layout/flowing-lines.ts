import { isRightToLeft, measureLeading, type Row } from './rows.ts'
import { isTable } from './side-tables.ts'
import { surround, isCode } from './segment.ts'
import { hasNoRoomBefore, hasRoomBefore } from './word-room.ts'

const [fullShareMin, goesOnShareMin] = [0.8, 0.4]
/** Lines of fewer words need marks of sentences as well, and more words where they are few. */
const wordsOfTextMin = 3.5
const manyLines = 6
const [wordsMin, wordsOfFewMin] = [1.4, 2.4]
const marksShareMin = 0.15
/** Many narrow lines that are nearly all full and go on; lines of one word need more marks of sentences. */
const sure = { lines: 10, fullShare: 0.9, goesOnShare: 0.75 }
const [sureWords, sureMarksShare] = [1.2, 0.05]
const [singleWords, singleMarksShare] = [0.7, 0.12]
/** Rows of cells have several segments, loose lines of text at times. */
const wideShareMax = 0.5
/** Words that stick out may be the widest of many lines. */
const insideShare = 0.9
const sentenceEnd = /[.!?:;…]["')\]”’»]*$/
/** A comma, or a short word such as an article or a conjunction. */
const openEnd = /(?:,|\s\p{Ll}{1,3})$/u
const lowerStart = /^["'“‘«(]?\p{Ll}/u
const wordsOfTwoLetters = /\p{L}{2,}/gu
const markOfSentence = /[\p{L}\])][,;:.!?…]["')\]”’»]*(?:\s|$)|\(\p{L}/u
const dividedWord = /\p{L}[-\u2010\u00ad]$/u

/**
 * Whether the lines of a column are running text: they go on in mid-sentence, and a line ends where the next word has no room.
 * Lines of cells rarely do either.
 */
export function isFlowing(rows: readonly Row[]): boolean {
  const wide = rows.filter(({ segments }) => segments.length > 1)
  if (rows.length < 2 || wide.length > wideShareMax * rows.length) return false
  if (isRightToLeft(rows.flatMap(({ segments }) => segments))) return false
  if (rows.some(({ segments }) => segments.every(isCode))) return false
  const right = findRight(rows)
  const pairs = rows.slice(1).map((row, at) => ({ before: rows[at] ?? row, row }))
  const inside = pairs.filter(({ before, row }) => !endsSentence(before) || startsLower(row))
  const full = inside.filter(({ before, row }) => hasNoRoomBefore(before, row, right))
  const goingOn = pairs.filter(({ before, row }) => goesOn(before, row))
  const words = rows.reduce(
    (sum, row) => sum + (joinSegments(row).match(wordsOfTwoLetters)?.length ?? 0),
    0,
  )
  const marked = rows.filter(hasMark)
  const has = (wordsOfLine: number, marksShare: number) =>
    words >= wordsOfLine * rows.length && marked.length >= marksShare * rows.length
  if (full.length < fullShareMin * inside.length) return false
  if (goingOn.length < goesOnShareMin * pairs.length) return false
  const isSure =
    rows.length >= sure.lines &&
    full.length >= sure.fullShare * inside.length &&
    goingOn.length >= sure.goesOnShare * pairs.length
  return (
    has(wordsOfTextMin, 0) ||
    has(rows.length < manyLines ? wordsOfFewMin : wordsMin, marksShareMin) ||
    (isSure && (has(sureWords, sureMarksShare) || has(singleWords, singleMarksShare)))
  )
}

/** Whether a line has a comma, an end of a sentence, a bracket or a divided word. */
const hasMark = (row: Row) =>
  markOfSentence.test(joinSegments(row)) || dividedWord.test(joinSegments(row))

/** Right edge of the lines of a column, without words that stick out. */
export function findRight(rows: readonly Row[]): number {
  const rights = rows.map(({ right }) => right).toSorted((a, b) => a - b)
  return rights[Math.min(rights.length - 1, Math.floor(insideShare * rights.length))] ?? 0
}

/** Whether a line goes on with the word or sentence of the line above. */
export const goesOn = (before: Row, row: Row): boolean =>
  dividedWord.test(joinSegments(before)) ||
  openEnd.test(joinSegments(before)) ||
  (!endsSentence(before) && startsLower(row))
const endsSentence = (row: Row) => sentenceEnd.test(joinSegments(row))
const startsLower = (row: Row) => lowerStart.test(joinSegments(row))

const joinSegments = ({ segments }: Row) =>
  segments
    .map(({ text }) => text)
    .join(' ')
    .trim()

/** In distances of lines. */
const apartMin = 1.2
/** In font sizes. */
const indentMin = 0.8
const sameHeightMax = 0.3
const togetherMin = 2
const togetherShareMin = 0.6

/** Whether paragraphs on both sides start at the same heights, as the cells of rows do. */
export function breakTogether(left: readonly Row[], right: readonly Row[]): boolean {
  const [few, many] = [findStarts(left), findStarts(right)].toSorted((a, b) => a.length - b.length)
  if (!few || !many) return false
  let at = 0
  const together = few.filter(({ baseline, size }) => {
    while ((many[at + 1]?.baseline ?? Infinity) <= baseline + sameHeightMax * size) at += 1
    return Math.abs((many[at]?.baseline ?? Infinity) - baseline) <= sameHeightMax * size
  })
  return together.length >= Math.max(togetherMin, togetherShareMin * few.length)
}

/** Rows after a wider gap, after a line that had room for more, or at another indent. */
function findStarts(rows: readonly Row[]): Row[] {
  const right = findRight(rows)
  const gap = measureLeading(rows)
  return rows.slice(1).filter((row, at) => {
    const before = rows[at] ?? row
    return (
      row.baseline - before.baseline > apartMin * gap ||
      Math.abs(row.left - before.left) > indentMin * row.size ||
      hasRoomBefore(before, row, right)
    )
  })
}

const [textLinesMin, linesPerLineMin] = [3, 3]
const sameSizeMax = 0.08

/**
 * Whether a few lines begin a column beside running text: they are level with its first lines and have its distance and size,
 * and the text goes on below them.
 */
export function startsColumn(text: readonly Row[], few: readonly Row[]): boolean {
  if (text.length < Math.max(textLinesMin, linesPerLineMin * few.length)) return false
  const gap = measureLeading(text)
  return few.every((row, at) => {
    const [beside, next] = [text[at], text[at + 1]]
    return (
      beside !== undefined &&
      next !== undefined &&
      Math.abs(row.baseline - beside.baseline) <= sameHeightMax * row.size &&
      Math.abs(row.size - beside.size) <= sameSizeMax * row.size &&
      next.baseline - beside.baseline <= apartMin * gap
    )
  })
}

/** Beside a table few lines are enough. */
const besideTableMin = 4
const openPairsMin = 2
const openShareMin = 0.5

/**
 * Whether lines beside lines of running text are independent of it: several are beside one paragraph, although none goes on in the next.
 * The cells of a row end together.
 */
export function isBesideText(text: readonly Row[], other: readonly Row[]): boolean {
  if (text.length < (isTable(other) ? besideTableMin : manyLines)) return false
  const starts = findStarts(text)
  let at = 0
  const open = other.slice(1).filter((row, index) => {
    const before = other[index] ?? row
    const tolerance = sameHeightMax * row.size
    while ((starts[at]?.baseline ?? Infinity) <= before.baseline + tolerance) at += 1
    const isBroken = (starts[at]?.baseline ?? Infinity) <= row.baseline + tolerance
    return !isBroken && !goesOn(before, row)
  })
  const { top, bottom } = surround(text)
  const inside = other.slice(1).filter(({ baseline }) => baseline > top && baseline < bottom)
  return open.length >= Math.max(openPairsMin, openShareMin * inside.length)
}
