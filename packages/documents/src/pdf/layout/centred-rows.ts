import { isFigure, type Cells, type Line } from './figure-rows.ts'
import type { Segment } from './segment.ts'

/** In points. */
const sameHeightMax = 1.2
const anchorsMin = 2

/**
 * Rows of a table whose cells are centred: a column with one line in each row gives their heights, and the lines of each other cell are
 * as many above that height as below it. Undefined when the lines of any column are not, or when no cell shows it.
 */
export function rowsByMiddles(stacks: readonly (readonly Line[])[]): Cells[] | undefined {
  const tried = stacks.toSorted((a, b) => a.length - b.length)
  for (const { length } of tried) {
    const anchors = stacks.find((stack) => stack.length === length) ?? []
    if (length < anchorsMin) continue
    const columns = stacks.map((stack) => groupAround(stack, anchors))
    const areCentred = columns.every((groups) => groups !== undefined)
    if (!areCentred) continue
    const groups = columns.flatMap((column) => [...column.values()])
    // The figures of a cell are of rows of their own.
    if (groups.some((lines) => lines.length > 1 && lines.every(isFigure))) return undefined
    if (!groups.some(({ length: lines }) => lines > 0 && lines % 2 === 0)) return undefined
    return anchors.map((anchor) =>
      columns.map((column): Segment[] =>
        (column.get(anchor) ?? []).flatMap(({ segments }) => segments),
      ),
    )
  }
  return undefined
}

/** The lines of a column by the row whose height is in their middle; undefined when one is of no row. */
function groupAround(
  lines: readonly Line[],
  anchors: readonly Line[],
): Map<Line, readonly Line[]> | undefined {
  const groups = new Map<Line, readonly Line[]>()
  let from = 0
  for (const [index, anchor] of anchors.entries()) {
    const first = lines[from]
    if (!first) break
    const last = 2 * anchor.baseline - first.baseline
    if (last < first.baseline - sameHeightMax) continue
    let to = from
    while ((lines[to]?.baseline ?? Infinity) < last - sameHeightMax) to += 1
    const reached = lines[to]?.baseline ?? Infinity
    const isOwn = reached < (anchors[index + 1]?.baseline ?? Infinity) - sameHeightMax
    if (Math.abs(reached - last) > sameHeightMax || !isOwn) return undefined
    groups.set(anchor, lines.slice(from, to + 1))
    from = to + 1
  }
  return from === lines.length ? groups : undefined
}
