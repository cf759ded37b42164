import { listEdges, cutPart } from './letters.ts'
import type { Segment } from './segment.ts'

/** Left and right edges of a table column. */
export interface Column {
  readonly left: number
  readonly right: number
}

/** The column with the largest overlap. */
export function columnAt({ left, right }: Segment, columns: readonly Column[]): number {
  const shared = columns.map(
    (column) => Math.min(right, column.right) - Math.max(left, column.left),
  )
  return shared.indexOf(Math.max(...shared))
}

const splitToleranceMax = 0.6
/** In font sizes: how far before its column a cell may begin. */
const earlyMax = 0.1

/** Close cells arrive as one segment; it is split where a word starts at a column edge. */
export function splitAtColumns(cell: Segment, columns: readonly Column[]): Segment[] {
  const inside = columns.filter(
    ({ left }) => left > cell.left + 0.5 * cell.size && left < cell.right - 0.3 * cell.size,
  )
  const edges = listEdges(cell)
  let rest = { text: cell.text, right: cell.right }
  const cuts = inside.toReversed().flatMap(({ left, right }) => {
    const before = columns[columns.findIndex((column) => column.left === left) - 1]
    const found = cutAt(cell, left)
    const isEarly = found !== undefined && (edges[found] ?? left) < left - earlyMax * cell.size
    const behind = () => cutBehind({ ...cell, ...rest }, edges, [before?.right, right])
    const cut = (isEarly ? undefined : found) ?? behind()
    if (cut === undefined) return []
    const text = cell.text.slice(0, cut).trimEnd()
    rest = { text, right: edges[text.length] ?? cell.right }
    return [cut]
  })
  if (cuts.length === 0) return [cell]
  const ends = [...new Set(cuts.toReversed()), cell.text.length]
  const first = cutPart(cell, [0, ends[0] ?? 0], edges)
  const column = columns[columnAt(first, columns)]
  if (
    !isInPlace(first, column) ||
    (isOverColumns(cell, columns) && !isInPlace(first, column, sameRightMax))
  )
    return [cell]
  return ends.map((end, index) => cutPart(cell, [ends[index - 1] ?? 0, end], edges))
}

/** In font sizes. */
const placeToleranceMax = 0.6

/** Whether a text begins, ends or has its middle where the column does; a label before a sum goes over the columns. */
const isInPlace = (
  { left, right, size }: Segment,
  column: Column | undefined,
  most = placeToleranceMax,
): boolean =>
  column !== undefined &&
  [left - column.left, right - column.right, (left + right - column.left - column.right) / 2].some(
    (distance) => Math.abs(distance) <= most * size,
  )

/** Whether a text is in the middle over several columns, as a head of them. */
function isOverColumns({ left, right, size }: Segment, columns: readonly Column[]): boolean {
  const under = columns.filter((column) => column.left < right && column.right > left)
  const [first, last] = [under[0], under.at(-1)]
  if (!first || !last || first === last) return false
  return Math.abs(left + right - first.left - last.right) <= 2 * sameRightMax * size
}

const endToleranceMax = 0.35
/** Right-aligned cells end exactly at one place; where a cell ends within a segment is less exact. */
const sameRightMax = 0.15

/** Index of a word start where the previous word ends inside its column and the rest inside the next. */
function cutBehind(
  cell: Segment,
  edges: readonly number[],
  [end, right]: readonly [number | undefined, number],
): number | undefined {
  const most = cell.right === edges.at(-1) ? sameRightMax : endToleranceMax
  if (end === undefined || Math.abs(cell.right - right) > most * cell.size) return undefined
  const found = [...cell.text.matchAll(/(?<!\s)\s+(?=\S)/g)].find(
    ({ index }) => Math.abs((edges[index] ?? 0) - end) <= endToleranceMax * cell.size,
  )
  return found && found.index + found[0].length
}

/** Index of the letter of a cell where a word starts at this position; undefined if none does. */
export function cutAt(cell: Segment, place: number): number | undefined {
  const edges = listEdges(cell)
  const distance = (at: number) => Math.abs((edges[at] ?? 0) - place)
  const [nearest] = [...cell.text.matchAll(/(?<=\s)\S/g)]
    .map(({ index }) => index)
    .toSorted((a, b) => distance(a) - distance(b))
  return nearest !== undefined && distance(nearest) <= splitToleranceMax * cell.size
    ? nearest
    : undefined
}
