import { findRight } from './flowing-lines.ts'
import { groupRows, type Row } from './rows.ts'
import { surround, median, type Segment } from './segment.ts'
import type { TableLayout } from './tables.ts'
import { hasNoRoomBefore } from './word-room.ts'

/** How far definitions are indented, and the distance of their lines. */
export interface Hanging {
  readonly indent: number
  readonly leading: number
}

export interface Definitions {
  readonly entries: readonly Definition[]
  readonly hanging: Hanging
}

/** A term and the lines of its definition. */
export interface Definition {
  readonly term: readonly Row[]
  readonly lines: readonly Row[]
}

const entriesMin = 2
const sameLeftMax = 1
const fullShareMin = 0.8
/** In distances of the lines of a definition. */
const apartMin = 1.12

/**
 * A list of definitions that is set like a table: the definitions are running text that fills the column of text to its right edge,
 * and the terms start at its left edge, with more space between entries than between lines. Definitions of one line each need the
 * same indent as those of a known list. Undefined for other tables.
 */
export function findDefinitions(
  table: TableLayout,
  rows: readonly Row[],
  known: readonly Hanging[] = [],
): Definitions | undefined {
  if (table.hasHead || table.cells.some((cells) => cells.length !== 2)) return undefined
  const entries = findEntries(table.cells)
  if (!entries || entries.length < entriesMin || !areAtEdge(entries, rows)) return undefined
  const indent = median(
    entries.map(({ term, lines }) => surround(lines).left - surround(term).left),
  )
  const leading =
    measureLeading(entries, rows) ?? known.find((other) => isSame(other, indent))?.leading
  if (leading === undefined || !areApart(entries, leading)) return undefined
  return { entries, hanging: { indent, leading } }
}

const isSame = (known: Hanging, indent: number) => Math.abs(known.indent - indent) <= sameLeftMax

/** Distance of the lines of definitions that fill the column of text; undefined for others. */
function measureLeading(entries: readonly Definition[], rows: readonly Row[]): number | undefined {
  const pairs = entries.flatMap(({ lines }) =>
    lines.slice(1).map((after, at) => ({ row: lines[at] ?? after, after })),
  )
  const right = findRight(rows)
  const full = pairs.filter(({ row, after }) => hasNoRoomBefore(row, after, right))
  return pairs.length === 0 || full.length < fullShareMin * pairs.length
    ? undefined
    : median(pairs.map(({ row, after }) => after.baseline - row.baseline))
}

/** A term without a definition has it in the next row. */
function findEntries(cells: TableLayout['cells']): Definition[] | undefined {
  const entries: { term: Row[]; lines: Row[] }[] = []
  for (const [term = [], text = []] of cells) {
    const last = entries.at(-1)
    if (term.length > 0) entries.push({ term: groupLines(term), lines: groupLines(text) })
    else if (last) last.lines.push(...groupLines(text))
    else return undefined
  }
  return entries.every(({ lines }) => lines.length > 0) ? entries : undefined
}

const groupLines = (segments: readonly Segment[]): Row[] => groupRows(segments)

const largerMin = 1.12

/** Whether all terms start at the left edge of the text; headings may stick out. */
function areAtEdge(entries: readonly Definition[], rows: readonly Row[]): boolean {
  const size = median(entries.flatMap(({ term }) => term.map((row) => row.size)))
  const { left } = surround(rows.filter((row) => row.size < largerMin * size))
  return entries.every(({ term }) => Math.abs(surround(term).left - left) <= sameLeftMax)
}

const areApart = (entries: readonly Definition[], leading: number): boolean =>
  entries.slice(1).every(({ term }, at) => {
    const before = entries[at]
    const last = Math.max(...[...(before?.term ?? []), ...(before?.lines ?? [])].map(getBaseline))
    return Math.min(...term.map(getBaseline)) - last >= apartMin * leading
  })

const getBaseline = ({ baseline }: Row) => baseline
