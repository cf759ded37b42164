import { isAddress } from './own-lines.ts'
import { joinText, measureLeading, type Row } from './rows.ts'
import { isBold, surround, median, type Segment } from './segment.ts'
import type { Column } from './cell-cuts.ts'

const rowsMin = 3
const wideShareMin = 0.6
/** In font sizes. */
const gutterMin = 1.5
const sameLineMax = 0.2
const levelShareMax = 0.4
const cellShareMin = 0.75
const sameLeadingMax = 1.1
/** Distances of lines within cells are a part of the distance of rows. */
const wholeRatioMax = 0.08
const gapRatioMin = 2
/** For tables that do not end together. */
const apartGapRatioMin = 1.4

/**
 * Whether the rows on both sides of a gutter are two tables side by side, or a table beside lines such as those of an address: their
 * rows are not level, or the gutter is far wider than all gaps and the tables have the same header or end apart.
 */
export function areTables(left: readonly Row[], right: readonly Row[]): boolean {
  const tables = [left, right].filter(isTable).length
  const areLines = isTable(left) ? isStack(right) : isStack(left)
  const size = median([...left, ...right].map((row) => row.size))
  const gutter = surround(right).left - surround(left).right
  if (gutter < gutterMin * size) return false
  if (haveHeadsBeside(left, right)) return true
  if (tables === 0 || (tables === 1 && !areLines)) return false
  const level = levelShare(left, right)
  if (level <= levelShareMax)
    return isOwnPitch(left, right) && (tables === 2 || !areBesideCells(left, right))
  if (tables === 1 || !startsWithWords(left) || !startsWithWords(right)) return false
  const ratio = gutter / Math.max(widestGap(left), widestGap(right))
  if (ratio >= apartGapRatioMin && endApart(left, right)) return true
  return ratio >= gapRatioMin && readTitle(left) === readTitle(right)
}

/**
 * Whether the lines of one side are cells of the rows on the other: those that begin below a wider gap are level with rows, or, where no
 * gap is wider, all of them.
 */
export function areCellsBeside(
  rows: readonly Row[],
  lines: readonly Row[],
  kind: 'apart' | 'level',
): boolean {
  const places = surround(lines)
  const wide = rows.filter(
    (row) => isWide(row) && row.baseline >= places.top && row.baseline <= places.bottom,
  )
  const gaps = lines.map(({ baseline }, at) => baseline - (lines[at - 1]?.baseline ?? -Infinity))
  const leading = Math.min(...gaps)
  const starts = lines.filter((_, at) => (gaps[at] ?? 0) > sameLeadingMax * leading)
  const own = kind === 'apart' ? starts : lines
  if (kind === 'apart' && (starts.length < rowsMin || starts.length === lines.length)) return false
  return (
    countLevel(wide, lines) >= Math.max(rowsMin, wideShareMin * wide.length) &&
    countLevel(own, wide) === own.length
  )
}

/** For columns of tables, and for those of lines alone. */
const headsMin = { tables: 2, lines: 3 }

/** Whether both sides have headings of their own at the same heights, with lines between them: a row of one table has one heading. */
function haveHeadsBeside(left: readonly Row[], right: readonly Row[]): boolean {
  const [heads, others] = [left, right].map((rows) => rows.filter(isBoldWords)) as [Row[], Row[]]
  const both = heads.filter((head) => others.some((other) => isLevel(head, other)))
  const areFew = [left, right].every((rows) => {
    const bold = rows.filter(({ segments }) => segments.every(isBold))
    return bold.length <= 2 * both.length && rows.length >= bold.length + both.length
  })
  // The head of a table may be repeated.
  const areOwn = [heads, others].every((own) => new Set(own.map(joinText)).size === own.length)
  const areTablesBoth = [left, right].every((rows) => rows.filter(isWide).length >= both.length)
  return areFew && areOwn && both.length >= headsMin[areTablesBoth ? 'tables' : 'lines']
}

const isBoldWords = ({ segments: [only, ...others] }: Row) =>
  !!only &&
  others.length === 0 &&
  isBold(only) &&
  /\p{L}/u.test(only.text) &&
  !/\p{N}/u.test(only.text)

/** In font sizes: between addresses, and between those below larger heads. */
const gutterOfAddressMin = { plain: 3, headed: 1 }

/** Whether two blocks of lines, addresses or those below larger heads, are beside each other. */
export function areAddresses(left: readonly Row[], right: readonly Row[]): boolean {
  const size = median([...left, ...right].map((row) => row.size))
  const gutter = surround(right).left - surround(left).right
  if (!isLevel(left[0], right[0]) || gutter < gutterOfAddressMin.headed * size) return false
  const sides = [left, right]
  if (sides.every((rows) => isHeaded(rows) && isAddress(rows.slice(1)))) return true
  return (
    gutter >= gutterOfAddressMin.plain * size &&
    (sides.every(isAddress) ||
      sides.every(isHeaded) ||
      areBesideLabels(left, right) ||
      areBesideLabels(right, left) ||
      sides.some(isPostal))
  )
}

/** The number and name of a town, or its name and code. */
const town =
  /^(?:\p{Lu}{1,2}[- ])?\d{4,5} \p{Lu}|\p{L},? [A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2}$|, [A-Z]{2} \d{5}$/u

/** An address that names a town with its code: no column of a table. */
const isPostal = (rows: readonly Row[]): boolean => {
  const [first, ...others] = rows
  const lines = first && joinText(first).trim().endsWith(':') ? others : rows
  return isAddress(lines) && lines.some((row) => town.test(joinText(row).trim()))
}

const labelOfLine = /^\s*(\p{L}[^:]{0,40}):\s*\S/u

/** Whether all lines of one side begin with labels of their own, and none of the other side does. */
function areBesideLabels(lines: readonly Row[], labelled: readonly Row[]): boolean {
  const [own, others] = [lines, labelled].map((rows) =>
    rows.flatMap((row) => labelOfLine.exec(joinText(row))?.[1] ?? []),
  )
  return (
    isStack(lines) &&
    isStack(labelled) &&
    own?.length === 0 &&
    new Set(others).size === labelled.length
  )
}

const headSizeMin = 1.08

/** Lines of one segment below a larger one. */
const isHeaded = ([head, ...lines]: readonly Row[]): boolean =>
  !!head &&
  lines.length > 0 &&
  head.size >= headSizeMin * Math.max(...lines.map(({ size }) => size)) &&
  ![head, ...lines].some(isWide)

/** Lines of one segment. */
const isStack = (rows: readonly Row[]) => rows.length >= rowsMin && !rows.some(isWide)

const [ownLinesMin, levelByChanceMax, centredLineMax] = [5, 0.3, 0.1]

/** Whether the lines of two sides are level by chance alone, neither with each other nor as the lines of centred cells. */
export function areUnrelated(left: readonly Row[], right: readonly Row[]): boolean {
  const size = median([...left, ...right].map((row) => row.size))
  const gutter = surround(right).left - surround(left).right
  return (
    Math.min(left.length, right.length) >= ownLinesMin &&
    gutter >= gutterMin * size &&
    levelShare(left, right) <= levelByChanceMax &&
    !areInStep(left, right) &&
    !areBetween(left, right, centredLineMax) &&
    !areBetween(right, left, centredLineMax)
  )
}

/** In font sizes: from a line to the one beside it, and from a term to its definition. */
const [inRowMax, inStepMax, sameStepMax] = [0.4, 2, 0.1]
const termsShareMax = 0.7

/** Whether most lines of one side are as far from lines of the other, as letters of two typefaces in a row or terms and definitions. */
function areInStep(left: readonly Row[], right: readonly Row[]): boolean {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left]
  const most = few.length <= termsShareMax * many.length ? inStepMax : inRowMax
  let at = 0
  const steps = few.flatMap(({ baseline, size }) => {
    const distance = (row: Row | undefined) => (row?.baseline ?? Infinity) - baseline
    while (Math.abs(distance(many[at + 1])) <= Math.abs(distance(many[at]))) at += 1
    const step = distance(many[at])
    return Math.abs(step) <= most * size ? [step / size] : []
  })
  const usual = median(steps)
  const same = steps.filter((step) => Math.abs(step - usual) <= sameStepMax)
  return same.length >= wideShareMin * few.length
}

/** Whether most rows are level with lines, or with the middles between them; the distance is in font sizes. */
function areBetween(rows: readonly Row[], lines: readonly Row[], distance = sameLineMax): boolean {
  const middles = lines.slice(1).map((row, at) => ({
    ...row,
    baseline: (row.baseline + (lines[at]?.baseline ?? 0)) / 2,
  }))
  const places = [...lines, ...middles].toSorted((a, b) => a.baseline - b.baseline)
  return countLevel(rows, places, distance) >= cellShareMin * rows.length
}

/** Whether most rows of the table are level with a line of the other side, or between two lines of a cell. */
function areBesideCells(left: readonly Row[], right: readonly Row[]): boolean {
  const [rows, lines] = isTable(left) ? [left, right] : [right, left]
  return areBetween(rows, lines)
}

/** In widths of the widest other gap. */
const doubtfulRatioMin = 1.3

/**
 * Whether the rows of one table may be those of several side by side: the gaps between figures and the names behind them are wider than
 * all others, and each part has names with their figures. Then nothing says which names belong together.
 */
export function mayBeTables(rows: readonly Row[], columns: readonly Column[]): boolean {
  const cells = rows.flatMap(({ segments }) => segments)
  const kinds = columns.map(({ left, right }) => {
    const own = cells.filter((cell) => cell.left < right && cell.right > left)
    const share = (test: RegExp) => own.filter(({ text }) => test.test(text)).length / own.length
    return share(name) >= wideShareMin ? 'names' : share(figure) >= wideShareMin ? 'figures' : ''
  })
  if (kinds[0] !== 'names' || kinds.at(-1) !== 'figures') return false
  const gaps = columns.slice(1).map(({ left }, at) => ({
    width: left - (columns[at]?.right ?? left),
    parts: kinds[at] === 'figures' && kinds[at + 1] === 'names',
  }))
  const [between, within] = [gaps.filter(({ parts }) => parts), gaps.filter(({ parts }) => !parts)]
  const widest = Math.max(...within.map(({ width }) => width))
  return between.length > 0 && between.every(({ width }) => width >= doubtfulRatioMin * widest)
}

const furtherRowsMin = 2

/** Whether one side has rows below the last row of the other. */
function endApart(left: readonly Row[], right: readonly Row[]): boolean {
  const end = Math.min(left.at(-1)?.baseline ?? 0, right.at(-1)?.baseline ?? 0)
  const further = [...left, ...right].filter(
    ({ baseline, size }) => baseline > end + sameLineMax * size,
  )
  return further.length >= furtherRowsMin
}

const name = /^\s*\p{L}{2}/u
const figure = /\p{N}/u

const readTitle = ([first]: readonly Row[]) => first && joinText(first)

const isWide = ({ segments }: Row) => segments.length > 1

export function isTable(rows: readonly Row[]): boolean {
  const wide = rows.filter(isWide).length
  return wide >= rowsMin && wide >= wideShareMin * rows.length
}

/** Share of the rows of the shorter side that have a row of the other at their level. */
function levelShare(left: readonly Row[], right: readonly Row[]): number {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left]
  return countLevel(few, many) / few.length
}

/** How many rows are level with one of the others. */
function countLevel(rows: readonly Row[], others: readonly Row[], distance = sameLineMax): number {
  let at = 0
  const level = rows.filter(({ baseline, size }) => {
    while ((others[at + 1]?.baseline ?? Infinity) <= baseline + distance * size) at += 1
    return Math.abs((others[at]?.baseline ?? Infinity) - baseline) <= distance * size
  })
  return level.length
}

/** Whether no side has the lines of cells whose rows are on the other side. */
function isOwnPitch(left: readonly Row[], right: readonly Row[]): boolean {
  if (areBlocks(left, right) || areBlocks(right, left)) return false
  const [a, b] = [measureLeading(left), measureLeading(right)].toSorted((one, other) => one - other)
  if (!a || !b) return false
  const ratio = b / a
  const whole = Math.round(ratio)
  return whole < 2 || Math.abs(ratio - whole) > wholeRatioMax * whole
}

const centredMax = 0.4

/** Whether each row of one side, below its head, is beside the middle of as many rows of the other. */
function areBlocks(few: readonly Row[], many: readonly Row[]): boolean {
  const heads = isLevel(few[0], many[0]) ? 1 : 0
  const [cells, rows] = [few.slice(heads), many.slice(heads)]
  const size = rows.length / cells.length
  if (size < 2 || !Number.isInteger(size)) return false
  return cells.every(({ baseline, size: letters }, at) => {
    const [first, last] = [rows[at * size], rows[(at + 1) * size - 1]]
    const middle = ((first?.baseline ?? 0) + (last?.baseline ?? 0)) / 2
    return Math.abs(middle - baseline) <= centredMax * letters
  })
}

const isLevel = (a: Row | undefined, b: Row | undefined) =>
  !!a && !!b && Math.abs(a.baseline - b.baseline) <= sameLineMax * a.size

/** The widest gap between columns that no cell crosses. */
function widestGap(rows: readonly Row[]): number {
  const cells = rows.flatMap(({ segments }) => segments).toSorted((a, b) => a.left - b.left)
  let [end, widest] = [cells[0]?.right ?? 0, 0]
  for (const { left, right } of cells) {
    widest = Math.max(widest, left - end)
    end = Math.max(end, right)
  }
  return widest
}

/** Whether the first cells of the rows are names rather than figures. */
function startsWithWords(rows: readonly Row[]): boolean {
  const { left } = surround(rows)
  const first = rows.flatMap(({ segments }) =>
    segments.filter((cell: Segment) => cell.left - left <= cell.size),
  )
  const words = first.filter(({ text }) => name.test(text))
  return words.length >= wideShareMin * rows.length
}
