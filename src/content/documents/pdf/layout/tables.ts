import type { Row } from './rows.ts'
import { isBold, isCode, type Segment } from './segment.ts'

/** A table as it is read: rows of cells, each the lines of its text. */
export interface Table {
  readonly kind: 'table'
  readonly rows: readonly Row[]
  readonly cells: readonly (readonly (readonly Segment[])[])[]
  readonly hasHead: boolean
}

/** Lines further apart than this are no longer the same table, unless their cells stand under each other. */
const rowGapMax = 3.2
const alignedRowGapMax = 6
/** Where gaps between rows and between lines of a cell differ by so much, they are told apart. */
const gapRatioMin = 1.18
const rowsMin = 2
/** Dots that lead to the number of a page. */
const leader = /(?:\s*[.…·]){6,}/

/** The longest table that begins with the first of these rows; undefined when there is none. */
export function tableAt(rows: readonly Row[]): Table | undefined {
  const [first] = rows
  if (!first || first.segments.length < 2 || first.segments.every(isCode)) return undefined
  const taken = takeWhileTable(rows)
  const wide = taken.filter(({ segments }) => segments.length >= 2)
  if (wide.length < rowsMin) return undefined
  const columns = columnsOf(wide)
  if (columns.length < 2 || !saysMuch(wide)) return undefined
  const cells = cellsOf(taken, columns)
  if (cells.length < rowsMin) return undefined
  const [head = []] = cells
  return { kind: 'table', rows: taken, cells, hasHead: head.flat().every(isBold) }
}

const wordyShareMin = 0.7

/** Formulas are full of signs that stand apart. */
function saysMuch(rows: readonly Row[]): boolean {
  const cells = rows.flatMap(({ segments }) => segments)
  const wordy = cells.filter(({ text }) => /[\p{L}\p{N}]/u.test(text)).length
  return wordy >= wordyShareMin * cells.length
}

/** Rows go on as long as they have several cells, or a single one that stands under a cell of the row before. */
function takeWhileTable(rows: readonly Row[]): Row[] {
  const taken: Row[] = []
  for (const row of rows) {
    const before = taken.at(-1)
    if (!before) {
      taken.push(row)
      continue
    }
    const gapMax = alignedCells(row, taken) >= 2 ? alignedRowGapMax : rowGapMax
    if (row.baseline - before.baseline > gapMax * row.size) break
    if (row.segments.some(({ text }) => leader.test(text))) break
    if (row.segments.length < 2 && !isUnderCell(row, taken)) break
    taken.push(row)
  }
  while ((taken.at(-1)?.segments.length ?? 0) < 2 && !isContinuation(taken)) taken.pop()
  return taken
}

const aligned = 3

/** How many cells of a row begin where those of a row above do. */
function alignedCells({ segments }: Row, taken: readonly Row[]): number {
  const wide = taken.findLast((row) => row.segments.length >= 2)?.segments ?? []
  return segments.filter(({ left }) => wide.some((cell) => Math.abs(cell.left - left) <= aligned))
    .length
}

function isUnderCell({ segments: [only], left }: Row, taken: readonly Row[]): boolean {
  if (!only) return false
  const wide = taken.findLast(({ segments }) => segments.length >= 2)
  const leftmost = Math.min(...taken.map((row) => row.left))
  // A line that begins at the left edge may be the text after the table.
  const starts =
    wide?.segments.filter(
      (cell) => left > leftmost + aligned || cell.right > only.right - aligned,
    ) ?? []
  return starts.some((cell) => Math.abs(cell.left - only.left) <= aligned)
}

function isContinuation(taken: readonly Row[]): boolean {
  const [before, last] = taken.slice(-2)
  return !!before && !!last && last.baseline - before.baseline <= 1.5 * last.size
}

interface Column {
  left: number
  right: number
}

/** Cells above each other overlap. Rows with fewer cells may have some that span columns: they are not asked. */
function columnsOf(rows: readonly Row[]): Column[] {
  const counts = rows.map(({ segments }) => segments.length).toSorted((a, b) => b - a)
  // A single row with more cells than all others may be one that was cut wrongly.
  const most = counts[0] === counts[1] || counts.length === 2 ? (counts[0] ?? 0) : (counts[1] ?? 0)
  const complete = rows.filter(({ segments }) => segments.length >= most)
  const columns = join(complete.flatMap(({ segments }) => segments))
  return columns.length >= 2 ? columns : join(rows.flatMap(({ segments }) => segments))
}

function join(segments: readonly Segment[]): Column[] {
  const columns: Column[] = []
  for (const { left, right } of segments.toSorted((a, b) => a.left - b.left)) {
    const last = columns.at(-1)
    if (last && left < last.right - 1) last.right = Math.max(last.right, right)
    else columns.push({ left, right })
  }
  return columns
}

function cellsOf(rows: readonly Row[], columns: readonly Column[]): Segment[][][] {
  const gaps = rows.slice(1).map((row, index) => row.baseline - (rows[index]?.baseline ?? 0))
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
  const isTwoKinds = most > gapRatioMin * least
  const limit = isTwoKinds ? (least + most) / 2 : 0
  const table: Segment[][][] = []
  for (const [index, row] of rows.entries()) {
    const own = row.segments.flatMap((cell) => splitAtColumns(cell, columns))
    const cells = columns.map((_, column) =>
      own.filter((cell) => columnAt(cell, columns) === column),
    )
    const before = table.at(-1)
    const gap = gaps[index - 1] ?? Infinity
    const continues = gap < limit || (cells[0]?.length === 0 && gap < 1.6 * row.size)
    if (before && continues) {
      for (const [column, cell] of cells.entries()) before[column]?.push(...cell)
    } else table.push(cells)
  }
  return table
}

/** The column that a cell covers most of. */
function columnAt({ left, right }: Segment, columns: readonly Column[]): number {
  const shared = columns.map(
    (column) => Math.min(right, column.right) - Math.max(left, column.left),
  )
  return shared.indexOf(Math.max(...shared))
}

const splitToleranceMax = 1.2

/** Cells that stand close together come as one piece of text; it is cut where a word begins with a column. */
function splitAtColumns(cell: Segment, columns: readonly Column[]): Segment[] {
  const [run, ...others] = cell.runs
  const inside = columns.filter(
    ({ left }) => left > cell.left + cell.size && left < cell.right - cell.size / 2,
  )
  if (!run || others.length > 0 || inside.length === 0) return [cell]
  const perLetter = (cell.right - cell.left) / Math.max(1, run.text.length)
  const starts = [...run.text.matchAll(/(?<=\s)\S/g)].map(({ index }) => index)
  const cuts = inside.flatMap(({ left }) => {
    const distance = (at: number) => Math.abs(cell.left + at * perLetter - left)
    const nearest = starts.toSorted((a, b) => distance(a) - distance(b))[0]
    return nearest !== undefined && distance(nearest) <= splitToleranceMax * cell.size
      ? [nearest]
      : []
  })
  const edges = [0, ...new Set(cuts), run.text.length]
  return edges.slice(1).map((end, index) => {
    const start = edges[index] ?? 0
    const text = run.text.slice(start, end).trim()
    return {
      ...cell,
      text,
      runs: [{ ...run, text }],
      left: cell.left + start * perLetter,
      right: cell.left + end * perLetter,
    }
  })
}
