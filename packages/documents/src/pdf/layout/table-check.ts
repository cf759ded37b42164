import type { Column } from './cell-cuts.ts'
import type { Cells } from './figure-rows.ts'
import { isBold, type Segment } from './segment.ts'

/** In font sizes: texts of one line further apart are no words of one cell; a text in place begins or ends at most so far from its columns. */
const [apartMin, placeMax] = [0.7, 1]
/** In points. */
const sameLineMax = 0.5
const sharedMin = 1
/** Columns beside its own over which a head may go. */
const besideMax = 6
/** How many rows of something else may be above a table. */
const aboveMax = 2
/** Of the distance of rows: lines between two of them are of neither for certain. */
const betweenMax = 0.75
/** Of the least distance of rows: that of the lines in a row. */
const sameDistanceMin = 0.97

/** What is above and below a table and was read as rows of it. */
export interface Others {
  readonly above: number
  readonly below: number
}

/**
 * Counts the rows of a finished table that contradict the places of their texts, above its first right row and below its last one. Undefined
 * when there are others, so that it is not certain which texts belong together.
 */
export function findOthers(rows: readonly Cells[], columns: readonly Column[]): Others | undefined {
  const heights = rows.map((row) => measureHeights(row))
  const gaps = heights.slice(1).map(({ first }, at) => first - (heights[at]?.last ?? 0))
  const [least, most] = [findLeast(gaps), findMost(gaps)]
  const isRight = rows.map(
    (row, at) =>
      !isMisplaced(row, { columns, isFirst: at === 0 }) &&
      !isBetween(row, gaps.slice(Math.max(0, at - 1), at + 1), most) &&
      !isMerged(row, least),
  )
  // What stands above the head of a table is no part of it.
  for (let at = 0; at < findHead(rows); at++) isRight[at] = false
  const full = rows.slice(1).filter((row) => row.filter(({ length }) => length > 0).length > 1)
  if (columns.some((_, at) => isTextBeside(rows, at) || isTwoColumns(full, at))) return undefined
  const [first, last] = [isRight.indexOf(true), isRight.lastIndexOf(true)]
  if (first === -1 || first > aboveMax || isRight.slice(first, last).includes(false))
    return undefined
  return { above: first, below: rows.length - 1 - last }
}

/** Index of the only bold row among the first, if it has nearly as many cells as rows have and those above it have fewer; 0 for other tables. */
function findHead(rows: readonly Cells[]): number {
  const counts = rows.map((row) => row.filter(({ length }) => length > 0).length)
  const bold = rows.slice(0, aboveMax + 2).map((row) => row.flat().every(isBold))
  const at = bold.indexOf(true)
  const own = counts[at] ?? 0
  const isHead = bold[at + 1] === false && own > 2 && own >= findMost(counts.slice(at + 1)) - 1
  return isHead && counts.slice(0, at).every((count) => count < own) ? at : 0
}

function measureHeights(row: Cells) {
  const heights = row.flat().map(({ baseline }) => baseline)
  return { first: findLeast(heights), last: findMost(heights) }
}

const findLeast = (numbers: readonly number[]) =>
  numbers.reduce((least, number) => Math.min(least, number), Infinity)
const findMost = (numbers: readonly number[]) =>
  numbers.reduce((most, number) => Math.max(most, number), -Infinity)

/** Whether a cell has two texts, or as many texts of a row are out of place as in place. A sum and its label belong together at any place. */
function isMisplaced(
  row: Cells,
  { columns, isFirst }: { columns: readonly Column[]; isFirst: boolean },
): boolean {
  const texts = row.flat()
  const out = texts.filter((text) => isOutOfPlace(text, columns)).length
  const isCounted = texts.length > (isFirst ? 1 : 2)
  return row.some(hasTwoTexts) || (isCounted && out > 0 && out >= texts.length / 2)
}

const says = ({ text }: Segment) => /[\p{L}\p{N}]{2}/u.test(text)

/** Whether a cell of one line has texts that are further apart than words. */
function hasTwoTexts(cell: readonly Segment[]): boolean {
  if (listLines(cell).length !== 1) return false
  const texts = cell.filter(says).toSorted((a, b) => a.left - b.left)
  return texts.some((text, at) => {
    const before = texts[at - 1]
    // The spaces of justified text are widest behind sentences.
    const isApart = before && text.left - before.right >= apartMin * text.size
    return isApart && !/[.,;:!?]\s*$/.test(before.text)
  })
}

/** In words, of all lines and of each; and how many lines that go on in lower case. */
const wordsOfNameMax = 6
const textMin = { words: 8, wordsOfLine: 2.5, lines: 2 }

/** Whether a column is nothing but a text of several lines in the first row or rows: a paragraph beside the table. */
function isTextBeside(rows: readonly Cells[], column: number): boolean {
  const cells = rows.map((row) => row[column] ?? [])
  const lines = cells.flat()
  const words = lines.flatMap(({ text }) => text.trim().split(/\s+/)).length
  const filled = cells.findLastIndex(({ length }) => length > 0) + 1
  if (words < textMin.words) return false
  const goesOn = lines.slice(1).every(({ text }) => /^\s*\p{Ll}/u.test(text))
  // The names of rows are shorter, and do not go on in each other.
  if (
    column === 0 &&
    goesOn &&
    lines.length > textMin.lines &&
    words >= wordsOfNameMax * lines.length
  )
    return lines.slice(0, -1).every(({ text }) => !/[.;:!?]\s*$/.test(text))
  if (rows.length - filled < 2) return false
  if (filled === 1) return listLines(lines).length > 1
  return goesOn && lines.length > textMin.lines && words >= textMin.wordsOfLine * lines.length
}

const cellsMin = 3
/** Of the cells of a column. */
const levelShareMin = 0.6
/** In font sizes. */
const levelMax = 0.15

/** Whether the cells of a column in rows of several are of two: nothing in them is level, neither edges nor middles. */
function isTwoColumns(full: readonly Cells[], column: number): boolean {
  const cells = full.flatMap((row) => (row[column]?.length === 1 ? (row[column] ?? []) : []))
  const texts = cells.filter(({ text }) => /\S\s+\S/.test(text.trim()))
  const size = texts[0]?.size ?? 0
  if (texts.length < Math.max(cellsMin, levelShareMin * cells.length)) return false
  const edges = [
    texts.map(({ left }) => left),
    texts.map(({ right }) => right),
    texts.map(({ left, right }) => (left + right) / 2),
  ]
  const level = edges.map((places) => countLevel(places, levelMax * size))
  return Math.max(...level) < levelShareMin * texts.length
}

/** How many places are at one, give or take the distance. */
function countLevel(places: readonly number[], distance: number): number {
  const sorted = places.toSorted((a, b) => a - b)
  let [from, most] = [0, 0]
  for (const [at, place] of sorted.entries()) {
    while (place - (sorted[from] ?? place) > 2 * distance) from += 1
    most = Math.max(most, at - from + 1)
  }
  return most
}

/** The heights of the lines of a cell. */
function listLines(cell: readonly Segment[]): number[] {
  const lines: number[] = []
  for (const { baseline } of cell.toSorted((a, b) => a.baseline - b.baseline))
    if (baseline - (lines.at(-1) ?? -Infinity) > sameLineMax) lines.push(baseline)
  return lines
}

/** Whether a text goes over the edges of the columns that it is in, and neither begins nor ends where columns do, nor has its middle there. */
function isOutOfPlace(text: Segment, columns: readonly Column[]): boolean {
  const { left, right } = text
  const isIn = (column: Column) =>
    Math.min(right, column.right) - Math.max(left, column.left) > sharedMin
  const [from, to] = [columns.findIndex(isIn), columns.findLastIndex(isIn)]
  const own = surroundColumns(columns, from, to)
  const most = placeMax * text.size
  if (!own || (left >= own.left - most && right <= own.right + most)) return false
  const starts = columns.slice(Math.max(0, from - besideMax), from + 1)
  const ends = columns.slice(to, to + besideMax + 1)
  return !starts.some((start) =>
    ends.some((end) =>
      [left - start.left, right - end.right, (left + right - start.left - end.right) / 2].some(
        (distance) => Math.abs(distance) <= most,
      ),
    ),
  )
}

function surroundColumns(columns: readonly Column[], from: number, to: number): Column | undefined {
  const [first, last] = [columns[from], columns[to]]
  return first && last && { left: first.left, right: last.right }
}

/** Whether a row is a single text behind the first column, closer to the rows around it than rows are. */
function isBetween(row: Cells, around: readonly number[], most: number): boolean {
  const filled = row.filter(({ length }) => length > 0)
  return (
    filled.length === 1 &&
    row[0]?.length === 0 &&
    around.length === 2 &&
    around.every((gap) => gap < betweenMax * most)
  )
}

/** Whether all cells of a row have lines at the same heights, as far apart as rows are. */
function isMerged(row: Cells, least: number): boolean {
  const [first, ...others] = row.filter(({ length }) => length > 0).map(listLines)
  const [upper = 0, lower = Infinity] = first ?? []
  return (
    others.length > 0 &&
    lower - upper >= sameDistanceMin * least &&
    others.every(
      (lines) =>
        Math.abs((lines[0] ?? 0) - upper) <= sameLineMax &&
        Math.abs((lines[1] ?? 0) - lower) <= sameLineMax,
    )
  )
}
