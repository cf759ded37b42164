import type { Column } from './cell-cuts.ts'
import { cutPart, listEdges } from './letters.ts'
import type { Row } from './rows.ts'
import type { Segment } from './segment.ts'
import { findColumns } from './table-columns.ts'

const cellsMin = 3
/** Of the cells of a column. */
const shareMin = 0.75
/** In font sizes: places of letters are estimated; ends that are level, and left edges that are not. */
const [levelMax, unlevelMin] = [0.25, 0.3]
/** In points. */
const insideMax = 1
/** How often parted columns are looked at again. */
const timesMax = 8

const figure = /^(?=\D{0,8}\d)\s{0,5}[\d.,:%-]{1,30}(?=\s+\S)/
/** Groups of the digits of one number have no decimals. */
const twoFigures = /^\s{0,5}-?\d{1,20}[.,]\d{1,20}(?=\s+-?\d[\d.,]{0,20}\s*$)/

/**
 * Parts figures from the texts behind them where the cells of a column are of two: the figures end at one place, and begin at several. The space between a right-aligned column and the next one may be as narrow as a blank.
 */
export function withPartedFigures(all: readonly Row[]): readonly Row[] {
  let rows = all
  for (let times = 0; times < timesMax; times++) {
    const wide = rows.filter(({ segments }) => segments.length > 1)
    const columns = findColumns(wide)
    const cells = wide.flatMap(({ segments }) => segments)
    const byColumn = Map.groupBy(cells, (cell) => listColumns(cell, columns)[0])
    const cuts = new Map(columns.flatMap((column) => findCuts(byColumn.get(column) ?? [])))
    if (cuts.size === 0) return rows
    rows = rows.map((row) => {
      if (!row.segments.some((cell) => cuts.has(cell))) return row
      const segments = row.segments.flatMap((cell) => {
        const at = cuts.get(cell)
        if (at === undefined) return [cell]
        const edges = listEdges(cell)
        return [cutPart(cell, [0, at], edges), cutPart(cell, [at, cell.text.length], edges)]
      })
      return { ...row, segments }
    })
  }
  return rows
}

/** The cells of a column that are of two, and where. */
function findCuts(own: readonly Segment[]): (readonly [Segment, number])[] {
  const isLongEnough = (found: readonly unknown[]) =>
    found.length >= Math.max(cellsMin, shareMin * own.length)
  const [texts, numbers] = [figure, twoFigures].map((pattern) =>
    own.flatMap((cell) => {
      const [before] = pattern.exec(cell.text) ?? []
      return before === undefined ? [] : [[cell, before.length] as const]
    }),
  ) as [ReturnType<typeof findCuts>, ReturnType<typeof findCuts>]
  const isLevel = (found: typeof texts) =>
    spread(found, ([cell, at]) => listEdges(cell)[at] ?? 0) <= levelMax
  if (isLongEnough(numbers) && isLevel(numbers)) return numbers
  const areTwo =
    isLongEnough(texts) &&
    isLevel(texts) &&
    spread(texts, ([cell]) => cell.left) >= unlevelMin &&
    // Others have one unit.
    new Set(texts.map(([{ text }, at]) => text.slice(at).trim())).size > 1
  return areTwo ? texts : []
}

/** Whether a text may still be of several cells: it is over several columns, or has a figure before another text. */
export const mayBeClose = (cell: Segment, columns: readonly Column[]): boolean =>
  /\d\s+\S/.test(cell.text) || listColumns(cell, columns).length > 1

const listColumns = ({ left, right }: Segment, columns: readonly Column[]): Column[] =>
  columns.filter(
    (column) => Math.min(right, column.right) - Math.max(left, column.left) > insideMax,
  )

/** In font sizes. */
function spread<Found extends readonly [Segment, number]>(
  found: readonly Found[],
  measure: (one: Found) => number,
): number {
  const places = found.map(measure)
  return (Math.max(...places) - Math.min(...places)) / (found[0]?.[0].size ?? 1)
}
