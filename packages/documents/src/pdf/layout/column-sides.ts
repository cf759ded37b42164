import { breakTogether, isBesideText, isFlowing, startsColumn } from './flowing-lines.ts'
import { groupRows, type Row } from './rows.ts'
import { areAddresses, areCellsBeside, areTables, areUnrelated, isTable } from './side-tables.ts'
import { surround, isCode, median, type Segment } from './segment.ts'

const columnLinesMin = 3
const openBreaksMin = 0.1
const proseLinesMin = 6
/** In font sizes. */
const proseWidthMin = 14
const paragraphGapMin = 1.15
/** Share of lines that must fill a column of text; lines of tables rarely do. */
const fullLineShare = 0.7
const fullLinesMin = 0.5
const textWidthMin = 8

interface Sides {
  /** Whether a side, of this number of rows, is columns itself. */
  readonly isSplit: (side: readonly Segment[], rows: number) => boolean
  /** Whether a side is so narrow that only running text on the other makes it a column. */
  readonly isNarrow: boolean
}

/** Whether a gutter separates text columns, which are read one after the other. */
export function areColumns(
  left: readonly Segment[],
  right: readonly Segment[],
  { isSplit, isNarrow }: Sides,
): boolean {
  if (left.length === 0 || right.length === 0) return false
  const rows = [groupRows(left), groupRows(right)] as const
  const isClear = hasGutter(...rows)
  const areCells = (kind: 'apart' | 'level') =>
    areCellsBeside(...rows, kind) || areCellsBeside(rows[1], rows[0], kind)
  if (areCells('apart')) return false
  const areSplit = [left, right].map((side, at) => once(() => isSplit(side, rows[at]?.length ?? 0)))
  if (isClear && (areFlowing(rows, areSplit, isNarrow) || rows.every(isIndex))) return true
  if (isClear && (areUnrelated(...rows) || isTitle(...rows) || isTitle(rows[1], rows[0])))
    return true
  if (isNarrow) return false
  if (isClear && (rows.every(isList) || rows.every(areEntries))) return true
  if (isClear && areAddresses(...rows)) return true
  if (rows.some(({ length }) => length < columnLinesMin)) return false
  if (isClear && (isListBesideTable(rows) || areTables(...rows))) return true
  if (areCells('level')) return false
  const isColumn = (side: 0 | 1) => isText(rows[side], isClear) || (isClear && !!areSplit[side]?.())
  if (isColumn(0)) return isColumn(1) || areApart(left, right)
  return isText(rows[1], isClear) && areApart(right, left)
}

const titleSizeMin = 1.4

/** Whether a line is much larger than all lines beside it, which are no numbers of lines. */
const isTitle = ([title, ...others]: readonly Row[], rows: readonly Row[]): boolean =>
  title?.segments.length === 1 &&
  others.length === 0 &&
  rows.length > 1 &&
  rows.every(({ segments }) => segments.some(({ text }) => /\p{L}/u.test(text))) &&
  title.bottom > (rows[0]?.top ?? 0) &&
  title.top < (rows.at(-1)?.bottom ?? 0) &&
  title.size >= titleSizeMin * Math.max(...rows.map(({ size }) => size))

/** The result of a function that is called at most once. */
function once(find: () => boolean): () => boolean {
  let found: boolean | undefined
  return () => (found ??= find())
}

/** Whether both sides are running text, or one is and the other begins a further column or is independent of it. */
function areFlowing(
  rows: readonly [readonly Row[], readonly Row[]],
  areSplit: readonly (() => boolean)[],
  isNarrow: boolean,
): boolean {
  const [isLeft, isRight] = [isFlowing(rows[0]), isFlowing(rows[1])]
  if (isLeft && (startsColumn(...rows) || isBesideText(...rows))) return true
  if (isRight && isBesideText(rows[1], rows[0])) return true
  if (isNarrow) return isLeft && isRight && !breakTogether(...rows)
  const [isLeftSplit, isRightSplit] = areSplit
  if (!isLeft && !isLeftSplit?.()) return false
  return startsColumn(...rows) || ((isRight || !!isRightSplit?.()) && !breakTogether(...rows))
}

/** Of fewer lines, all are entries, except a heading. */
const indexLinesMin = { usual: 8, least: 4 }
const indexShareMin = 0.6
const ownEntriesMin = 0.3
const pages = String.raw`(?:\d{1,4}[-–])?\d{1,4}(?:,\s{0,2}(?:\d{1,4}[-–])?\d{1,4}){0,20}`
const indexEntry = new RegExp(String.raw`\p{L}[\p{L})’'"]{0,2}[,.…]\s{0,3}${pages},?$`, 'u')
const furtherPages = new RegExp(`^${pages},?$`)

/** Lines of an index: words and the numbers of pages, which may go on in the next line. */
export function isIndex(rows: readonly Row[]): boolean {
  const lines = rows.flatMap(({ segments }) => segments.map(({ text }) => text.trim()))
  const entries = lines.filter((text) => indexEntry.test(text)).length
  const further = lines.filter((text) => furtherPages.test(text)).length
  return (
    rows.length >= (entries >= lines.length - 1 ? indexLinesMin.least : indexLinesMin.usual) &&
    entries >= ownEntriesMin * lines.length &&
    entries + further >= indexShareMin * lines.length
  )
}

const itemsShareMin = 0.4
const bullet = /^\s*[•◦▪■□●○‣]/u
const listMark = /^\s*[•◦▪■□●○‣–-](?:\s|$)/u
const ordinal = /^\s*(\d{1,3})[.)]\s/

/** The lines of a list: bullets, or numbers that count on. */
function isList(rows: readonly Row[]): boolean {
  const firsts = rows.flatMap(({ segments: [first] }) => first ?? [])
  const marked = firsts.filter(({ text, startsItem }) => startsItem || bullet.test(text)).length
  const numbers = firsts.flatMap(({ text }) => ordinal.exec(text)?.[1] ?? []).map(Number)
  const isCounted = numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1)
  const counted = isCounted ? numbers.length : 0
  return Math.max(marked, counted) >= Math.max(2, itemsShareMin * rows.length)
}

const entriesMin = 3

/** Whether all lines begin with a bold term before their plain text. */
const areEntries = (rows: readonly Row[]): boolean =>
  rows.length >= entriesMin &&
  rows.every(({ segments: [only, ...others] }) => {
    const runs = only?.runs.filter(({ text }) => text.trim() !== '') ?? []
    return others.length === 0 && runs.length > 1 && !!runs[0]?.isBold && !runs.at(-1)?.isBold
  })

/** Whether a list stands beside a table. */
const isListBesideTable = (rows: readonly (readonly Row[])[]) =>
  rows.some(isBulleted) && rows.some(isTable)

const isBulleted = (rows: readonly Row[]) =>
  rows.every(({ segments: [first] }) => first && (first.startsItem || listMark.test(first.text)))

/** In font sizes; the least is for many lines that all begin at one place. */
const gutterMin = { usual: 0.7, least: 0.5, lines: 8 }
const alignedShareMin = 0.5
const alignedMax = 2
/** In font sizes: of an item whose bullet is no text. */
export const itemIndentMax = 3

/** Whether an empty band separates the sides and the lines to its right are left-aligned. */
function hasGutter(left: readonly Row[], right: readonly Row[]): boolean {
  const size = median([...left, ...right].map((row) => row.size))
  const start = surround(right).left
  const level = right.filter(
    ({ left: edge, segments: [first] }) =>
      edge - start <= (first?.startsItem ? itemIndentMax * size : alignedMax),
  ).length
  const areMany = level === right.length && level >= gutterMin.lines
  const gutter = (areMany ? gutterMin.least : gutterMin.usual) * size
  return start - surround(left).right >= gutter && level >= alignedShareMin * right.length
}

const filledMin = 0.6

/** Counts lines that fill the width; justified lines may be split between words. */
function isText(rows: readonly Row[], mayBeTorn: boolean): boolean {
  const { left, right } = surround(rows)
  const width = right - left
  const size = median(rows.map((row) => row.size))
  if (width < textWidthMin * size && !isNarrowText(rows, { left, right })) return false
  const full = rows.filter(
    (row) =>
      (row.segments.length === 1 || (mayBeTorn && measureFilled(row) >= filledMin)) &&
      row.right - row.left >= fullLineShare * width,
  )
  return full.length >= fullLinesMin * rows.length && !hasBand(rows)
}

const flushMax = 1.5
const narrowLinesMin = 6
const narrowWidthMin = 4
const wordsOfLineMin = 1.4

/** Whether the lines of a very narrow column mostly fill it with words, as justified text does. */
function isNarrowText(rows: readonly Row[], { left, right }: Pick<Row, 'left' | 'right'>): boolean {
  const flush = rows.filter((row) => row.left - left <= flushMax && right - row.right <= flushMax)
  const words = flush.flatMap(({ segments }) =>
    segments.flatMap(({ text }) => text.match(/\p{L}{2,}/gu) ?? []),
  )
  return (
    right - left >= narrowWidthMin * median(rows.map((row) => row.size)) &&
    flush.length >= Math.max(narrowLinesMin, fullLinesMin * rows.length) &&
    words.length >= wordsOfLineMin * flush.length
  )
}

/** Share of the width of a row that its text covers. */
export function measureFilled({ segments, left, right }: Row): number {
  const covered = segments.reduce((sum, segment) => sum + segment.right - segment.left, 0)
  return covered / Math.max(1, right - left)
}

const bandShareMin = 0.8

/** Whether nearly all rows of several segments have a gap at one position, as cells do and words do not. */
export function hasBand(rows: readonly Row[]): boolean {
  const torn = rows.filter(({ segments }) => segments.length > 1)
  if (torn.length < columnLinesMin) return false
  const starts = torn.flatMap(({ segments }) => segments.slice(1).map(({ left }) => left))
  const gaps = torn.flatMap(gapsIn)
  const ends = {
    lefts: inOrder(rows.map(({ left }) => left)),
    rights: inOrder(rows.map(({ right }) => right)),
    gapLefts: inOrder(gaps.map(({ left }) => left)),
    gapRights: inOrder(gaps.map(({ right }) => right)),
  }
  return starts.some((start) => {
    const place = start - 1
    const over = countBelow(ends.lefts, place) - countBelow(ends.rights, place, true)
    const free = countBelow(ends.gapLefts, place, true) - countBelow(ends.gapRights, place)
    return free >= columnLinesMin && free >= bandShareMin * over
  })
}

/** Ranges of a row without text. */
function gapsIn({ segments }: Row): { left: number; right: number }[] {
  const sorted = segments.toSorted((a, b) => a.left - b.left)
  let end = sorted[0]?.right ?? 0
  return sorted.slice(1).flatMap(({ left, right }) => {
    const gap = { left: end, right: left }
    end = Math.max(end, right)
    return gap.left <= gap.right ? [gap] : []
  })
}

const inOrder = (values: readonly number[]) => values.toSorted((a, b) => a - b)

/** How many of the sorted values are below a limit, or not above it. */
function countBelow(sorted: readonly number[], limit: number, isIncluded = false): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const value = sorted[middle] ?? Infinity
    if (value < limit || (isIncluded && value === limit)) low = middle + 1
    else high = middle
  }
  return low
}

/** Text beside another element: columns if one side continues across a break of the other; in tables both break together. */
function areApart(text: readonly Segment[], other: readonly Segment[]): boolean {
  const usual = median(findGaps(text).map(({ gap }) => gap))
  const [top, bottom] = [other[0]?.baseline ?? 0, other.at(-1)?.baseline ?? 0]
  const breaks = findGaps(text).filter(
    ({ from, to, gap }) => gap > paragraphGapMin * usual && from >= top && to <= bottom,
  )
  const isOpen = ({ from, to, gap }: Gap) => {
    const margin = 0.15 * gap
    return other.some(({ baseline }) => baseline > from + margin && baseline < to - margin)
  }
  const { left, right } = surround(text)
  const words = text.filter((line) => !isCode(line))
  const isProse =
    words.length >= Math.max(proseLinesMin, text.length / 2) &&
    right - left >= proseWidthMin * median(words.map(measureSize))
  return isProse && breaks.filter(isOpen).length > openBreaksMin * breaks.length
}

const measureSize = ({ size }: Segment) => size

interface Gap {
  readonly from: number
  readonly to: number
  readonly gap: number
}

const findGaps = (lines: readonly Segment[]): Gap[] =>
  lines.slice(1).flatMap(({ baseline }, index) => {
    const from = lines[index]?.baseline ?? 0
    return baseline - from < 1 ? [] : [{ from, to: baseline, gap: baseline - from }]
  })
