import { columnAt, splitAtColumns, type Column } from './cell-cuts.ts'
import { rowsByMiddles } from './centred-rows.ts'
import { isMisread, rowsByFigures, type Cells, type Line } from './figure-rows.ts'
import type { Row } from './rows.ts'
import { isBold, median, type Segment } from './segment.ts'

interface Cell {
  readonly column: number
  readonly lines: Line[]
}

/**
 * Groups lines into the cells of a table, row by row. Lines closer than rows form one cell; cells form one row
 * when their first lines, last lines or centres align.
 */
export function listCells(
  rows: readonly Row[],
  columns: readonly Column[],
  subHeads: ReadonlySet<Row>,
): Cells[] {
  return splitParts(rows, columns, subHeads).flatMap((part) => {
    const [first] = part
    return first && subHeads.has(first)
      ? [columns.map((_, column) => (column === 0 ? [...first.segments] : []))]
      : cellsOfPart(part, columns)
  })
}

/** Parts of a table between the lines over several columns. */
function splitParts(
  rows: readonly Row[],
  columns: readonly Column[],
  subHeads: ReadonlySet<Row>,
): Row[][] {
  const parts: Row[][] = [[]]
  for (const row of rows) {
    const isAlone = subHeads.has(row) || (row !== rows[0] && isSpanning(row, columns))
    if (isAlone) parts.push([row], [])
    else parts.at(-1)?.push(row)
  }
  return parts.filter(({ length }) => length > 0)
}

function cellsOfPart(rows: readonly Row[], columns: readonly Column[]): Cells[] {
  const stacks = groupStacks(rows, columns)
  const centred = rowsByMiddles(stacks)
  if (centred) return centred
  const end = findWidestGap(rows)
  const above = end > 1 && rowsByMiddles(groupStacks(rows.slice(0, end), columns))
  if (above) return [...above, ...cellsOfPart(rows.slice(end), columns)]
  const found = rowsByGaps(rows, stacks)
  if (!isMisread(found, stacks)) return found
  const byFigures = rowsByFigures(stacks, median(rows.map(({ size }) => size)))
  if (!byFigures) return found
  const heads = new Set(byFigures.head.flatMap((lines) => lines.map(({ baseline }) => baseline)))
  const head = rows.filter(({ baseline }) => heads.has(baseline))
  return [...(head.length > 0 ? rowsByGaps(head, byFigures.head) : []), ...byFigures.rows]
}

/** Index of the row below the widest gap. */
function findWidestGap(rows: readonly Row[]): number {
  const gaps = findGaps(rows)
  return gaps.indexOf(gaps.reduce((most, gap) => Math.max(most, gap), 0)) + 1
}

function rowsByGaps(rows: readonly Row[], stacks: readonly Line[][]): Cells[] {
  const gap = measureLineGap(rows, stacks)
  const pairs = new Set(
    rows.filter(({ segments }) => isPairOfCells(segments)).map(({ baseline }) => baseline),
  )
  const arePairs = (lines: readonly Line[]) => lines.every(({ baseline }) => pairs.has(baseline))
  const cells = stacks.flatMap((lines, column) => toCells(lines, { column, gap, arePairs }))
  if (gap > 0) return toRows(cells, stacks.length, gap)
  return continued(rows, toRows(cells, stacks.length, 0))
}

const insideMin = 0.6

/** A line of its own over several columns, such as the unit of their numbers; it is no part of the cells above it. */
function isSpanning({ segments }: Row, columns: readonly Column[]): boolean {
  const [only, ...others] = segments
  const first = columns[0]
  if (!only || !first || others.length > 0 || only.left <= first.right) return false
  // It may be longer than those of whole rows, up to the next column.
  const isInside = columns.some(
    ({ left }, at) =>
      Math.abs(only.left - left) <= 1 && only.right <= (columns[at + 1]?.left ?? Infinity),
  )
  if (isInside) return false
  const shared = columns.map(
    ({ left, right }) => Math.min(only.right, right) - Math.max(only.left, left),
  )
  return Math.max(...shared) < insideMin * (only.right - only.left)
}

/** A bold label before its value, such as a sum. */
function isPairOfCells(cells: readonly Segment[]): boolean {
  const [label, value, ...others] = cells
  return !!label && !!value && others.length === 0 && isBold(label) && !isBold(value)
}

/** The lines of each column. */
function groupStacks(rows: readonly Row[], columns: readonly Column[]): Line[][] {
  const stacks: Line[][] = columns.map(() => [])
  for (const row of rows) {
    const isSum = isPairOfCells(row.segments)
    // The label of a bold row of sums may go over several columns.
    const isOfSums =
      row !== rows[0] &&
      row.segments.length < columns.length &&
      row.segments.every(isBold) &&
      !rows.every(({ segments }) => segments.every(isBold))
    const cells = row.segments.flatMap((segment, at) =>
      (isSum && isBold(segment)) || (isOfSums && at === 0)
        ? [segment]
        : splitAtColumns(segment, columns),
    )
    const places = cells.map((cell) => columnAt(cell, columns))
    for (const [at, cell] of cells.entries()) {
      const place = places[at] ?? 0
      // A label before the cell of its column, such as that of a sum, is of the column before.
      const isBefore =
        cell.right < (columns[place]?.left ?? 0) &&
        places[at + 1] === place &&
        places[at - 1] !== place - 1
      const stack = stacks[isBefore ? place - 1 : place]
      const last = stack?.at(-1)
      if (last?.baseline === row.baseline) last.segments.push(cell)
      else stack?.push({ baseline: row.baseline, segments: [cell] })
    }
  }
  return stacks
}

const sameGap = 1.06
/** In font sizes. */
const lineGapMin = 0.9
const largerGapsMin = 0.15
/** A gap after which most columns continue separates rows. */
const filledMax = 0.75
/** Cells of a row that all go on are those of two rows. */
const wholeMin = 4

/** Line distance within a cell; 0 when every line is a row. */
function measureLineGap(rows: readonly Row[], stacks: readonly Line[][]): number {
  if (stacks.some(isLabels)) return 0
  const between = findGaps(rows)
  const size = median(rows.map((row) => row.size))
  // Of the texts themselves: that of a row is the lowest of its texts.
  const inside = stacks
    .map((stack) => stack.map(({ baseline, segments: [first] }) => first ?? { baseline }))
    .flatMap(findGaps)
    .filter((gap) => gap >= lineGapMin * size)
  const least = Math.min(...inside)
  const larger = between.filter((gap) => gap > sameGap * least).length
  if (larger < largerGapsMin * between.length || inside.length === 0) return 0
  const small = stacks.map((stack) =>
    stack
      .slice(1)
      .map((line, index) => [stack[index]?.baseline ?? 0, line.baseline] as const)
      .filter(([from, to]) => to - from <= sameGap * least),
  )
  const places = Map.groupBy(small.flat(), ([from]) => from)
  const counts = Map.groupBy(
    stacks.flatMap((stack) => stack.map(({ baseline }) => baseline)),
    (baseline) => baseline,
  )
  const filled = [...places].map(([from, pairs]) => {
    const isWhole = pairs.every(
      ([, to]) =>
        [from, to].every((one) => counts.get(one)?.length === pairs.length) &&
        ![...counts.keys()].some((one) => one > from && one < to),
    )
    return isWhole && pairs.length >= wholeMin ? 1 : pairs.length / stacks.length
  })
  const share = filled.reduce((sum, part) => sum + part, 0) / filled.length
  if (share <= filledMax) return least
  const isClear = Math.min(...between.filter((gap) => gap > sameGap * least)) >= clearGap * least
  const closest = findMost(small.flat().map(([, to]) => to))
  const isHead = rows.every(
    ({ baseline, segments }) => segments.every(isBold) === baseline <= closest,
  )
  return isClear && (isHead || stacks.every((stack) => goesOnInLowerCase(stack, least))) ? least : 0
}

const findMost = (numbers: readonly number[]) =>
  numbers.reduce((most, number) => Math.max(most, number), -Infinity)

const clearGap = 1.15
const labelShareMin = 0.6

/** Labels before the values of a form; each begins a row. */
const isLabels = (stack: readonly Line[]) =>
  stack.length > 1 &&
  stack.filter((line) => readText(line).endsWith(':')).length >= labelShareMin * stack.length

/** Whether lines after small gaps start in mid-sentence. */
function goesOnInLowerCase(stack: readonly Line[], gap: number): boolean {
  const isFollowing = (line: Line, index: number) => {
    const before = stack[index - 1]
    return before !== undefined && line.baseline - before.baseline <= sameGap * gap
  }
  const following = stack.filter(isFollowing)
  const begins = stack.filter((line, index) => !isFollowing(line, index)).map(readText)
  const capital = begins.filter((text) => /^\p{Lu}/u.test(text)).length
  return following.every((line) => /^\p{Ll}/u.test(readText(line))) && capital > begins.length / 2
}

const readText = ({ segments }: Line) => segments[0]?.text.trim() ?? ''

const findGaps = (lines: readonly { readonly baseline: number }[]): number[] =>
  lines.slice(1).map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))

interface CellLines {
  readonly column: number
  readonly gap: number
  /** Whether lines are of rows that are a label and its value. */
  readonly arePairs: (lines: readonly Line[]) => boolean
}

function toCells(lines: readonly Line[], { column, gap, arePairs }: CellLines): Cell[] {
  const cells: { column: number; lines: Line[] }[] = []
  for (const line of lines) {
    const last = cells.at(-1)
    const before = last?.lines.at(-1)
    const isClose = before && line.baseline - before.baseline <= sameGap * gap
    if (last && isClose && !arePairs([before, line])) last.lines.push(line)
    else cells.push({ column, lines: [line] })
  }
  return cells
}

const getTop = ({ lines }: Cell) => lines[0]?.baseline ?? 0
const getBottom = ({ lines }: Cell) => lines.at(-1)?.baseline ?? 0
const computeMiddle = (cell: Cell) => (getTop(cell) + getBottom(cell)) / 2

function toRows(cells: readonly Cell[], columns: number, gap: number): Cells[] {
  const tolerance = Math.max(1, 0.25 * gap)
  const isNear = (a: number, b: number) => Math.abs(a - b) <= tolerance
  const isLevel = (a: Cell, b: Cell) =>
    isNear(getTop(a), getTop(b)) ||
    isNear(getBottom(a), getBottom(b)) ||
    isNear(computeMiddle(a), computeMiddle(b)) ||
    (getTop(a) <= computeMiddle(b) && getBottom(a) >= computeMiddle(b))
  const tallestFirst = cells.toSorted((a, b) => b.lines.length - a.lines.length)
  const rows = createRowsByHeight(Math.max(10, gap), tolerance)
  for (const cell of tallestFirst) {
    const row = rows
      .near(cell)
      .find(
        (one) =>
          one.some((other) => isLevel(other, cell)) &&
          !one.some((other) => other.column === cell.column),
      )
    rows.add(cell, row)
  }
  return rows.all
    .toSorted((a, b) => middleOfRow(a) - middleOfRow(b))
    .map((row) =>
      Array.from({ length: columns }, (_, column) =>
        (row.find((cell) => cell.column === column)?.lines ?? []).flatMap((line) => line.segments),
      ),
    )
}

/** Rows of cells, found by the heights at which their cells are. */
function createRowsByHeight(step: number, tolerance: number) {
  const all: Cell[][] = []
  const orderOf = new Map<Cell[], number>()
  const byHeight = new Map<number, Set<Cell[]>>()
  const listHeights = (cell: Cell): number[] => {
    const first = Math.floor((getTop(cell) - tolerance) / step)
    const last = Math.floor((getBottom(cell) + tolerance) / step)
    return Array.from({ length: last - first + 1 }, (_, at) => first + at)
  }
  return {
    all,
    /** Rows that may be level with a cell, oldest first. */
    near(cell: Cell): Cell[][] {
      const found = new Set(
        listHeights(cell).flatMap((height) => [...(byHeight.get(height) ?? [])]),
      )
      return [...found].toSorted((a, b) => (orderOf.get(a) ?? 0) - (orderOf.get(b) ?? 0))
    },
    /** Adds a cell to a row, or as a new row. */
    add(cell: Cell, row: Cell[] = []): void {
      if (!orderOf.has(row)) {
        orderOf.set(row, all.length)
        all.push(row)
      }
      row.push(cell)
      for (const height of listHeights(cell)) {
        const rows = byHeight.get(height)
        if (rows) rows.add(row)
        else byHeight.set(height, new Set([row]))
      }
    },
  }
}

const middleOfRow = (row: readonly Cell[]) => median(row.map(computeMiddle))

const closeRows = 1.6

/** With equal spacing of lines and rows, a line without a first cell belongs to the previous row. */
function continued(rows: readonly Row[], cells: readonly Cells[]): Cells[] {
  const table: Cells[] = []
  for (const [index, row] of cells.entries()) {
    const before = table.at(-1)
    const [from, to] = [rows[index - 1], rows[index]]
    const isClose = !!from && !!to && to.baseline - from.baseline < closeRows * to.size
    // The second row of a head has cells below the wide ones of the first, and beside them.
    const isOfHead =
      table.length === 1 && row.some((cell, at) => cell.length > 0 && before?.[at]?.length === 0)
    const isOther = before && (isOfHead || (isPair(row) ? isPair(before) : isOfBody(row, before)))
    const goesOn = row[0]?.length === 0 && isClose && !isOther
    if (before && goesOn && cells.length === rows.length) {
      for (const [column, cell] of row.entries()) before[column]?.push(...cell)
    } else table.push(row)
  }
  return table
}

/** A row of plain text below a bold head. */
const isOfBody = (row: Cells, before: Cells) =>
  before.flat().every(isBold) && !row.flat().some(isBold)

const isPair = (row: Cells) => isPairOfCells(row.flat().slice(-2))
