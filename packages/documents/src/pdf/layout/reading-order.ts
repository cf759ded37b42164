import { areColumns, isIndex, itemIndentMax } from './column-sides.ts'
import { isFlowing } from './flowing-lines.ts'
import { isInParagraph } from './paragraph-lines.ts'
import { isAmount } from './prose.ts'
import { isRightToLeft, groupRows, type Row } from './rows.ts'
import { surround, type Segment } from './segment.ts'
import { areAddresses, isTable } from './side-tables.ts'

const startsMin = 2
/** Places of items whose bullets are no text. */
const itemPlacesMax = 20
/** Pages of a few hundred lines need up to 250,000. */
const [effortPerLine, effortMin] = [100, 400_000]
/** Maximum nesting of columns. */
const furtherColumnsMax = 2
/** Segments of a row: columns of text, also of torn lines, have fewer than tables. */
const segmentsOfRowMax = 6
const furtherShareMin = 0.6
/** In font sizes. */
const partGapMin = 2.2
const columnWidthShareMin = 0.2
/** For a side beside running text. */
const narrowShareMin = 0.08

/**
 * Splits the segments of a page into single-column regions in reading order: content above columns comes
 * first, then the columns in reading direction, then content below.
 */
export function findRegions(segments: readonly Segment[]): Segment[][] {
  return regionsIn(segments, { left: effortMin + effortPerLine * segments.length })
}

/** Lines that may still be read in search of columns, so that the time grows with the lines. */
interface Effort {
  left: number
}

function regionsIn(segments: readonly Segment[], effort: Effort): Segment[][] {
  if (segments.length === 0) return []
  const lines = segments.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)
  const split = findColumns(lines, effort)
  if (!split) return [lines]
  const inside = lines.filter((line) => isIn(line, split))
  const left = inside.filter((line) => line.left < split.gutter)
  const right = inside.filter((line) => line.left >= split.gutter)
  const above = lines.filter(({ baseline }) => baseline < split.top)
  const below = lines.filter(({ baseline }) => baseline > split.bottom)
  const sides = isRightToLeft(inside) ? [right, left] : [left, right]
  return [above, ...sides, below].flatMap((part) => regionsIn(part, effort))
}

/** Range of baselines in which no line crosses the gutter. */
interface Split {
  readonly gutter: number
  readonly top: number
  readonly bottom: number
}

const isIn = ({ baseline }: Segment, { top, bottom }: Split) =>
  baseline >= top && baseline <= bottom

/** The gutter that separates the most lines. */
function findColumns(lines: readonly Segment[], effort: Effort, depth = 0): Split | undefined {
  const isSplit = (side: readonly Segment[], rows: number) => {
    if (depth >= furtherColumnsMax || side.length > segmentsOfRowMax * rows) return false
    const split = findColumns(side, effort, depth + 1)
    const inside = split ? side.filter((line) => isIn(line, split)).length : 0
    return inside >= furtherShareMin * side.length
  }
  let best: { split: Split; lines: number } | undefined
  const { left: start, right: end } = surround(lines)
  const margin = columnWidthShareMin * (end - start)
  const candidates = gutterCandidates(lines)
  const across = findTablesAcross(lines, candidates, effort)
  for (const gutter of candidates) {
    effort.left -= lines.length
    if (effort.left < 0) break
    const isNarrow = gutter < start + margin || gutter > end - margin
    const runs = runsWithoutCrossing(lines, gutter, across)
    for (const run of runs.flatMap((whole) => [
      whole,
      ...splitParts(whole),
      ...findAddresses(whole, gutter),
      besideRight(whole, gutter),
    ])) {
      const left = run.filter((line) => line.right <= gutter + 1)
      const right = run.filter((line) => line.left >= gutter - 1)
      if (run.length <= (best?.lines ?? 0) || !areColumns(left, right, { isSplit, isNarrow }))
        continue
      if (areTornLines(run, lines)) continue
      const baselines = run.map(({ baseline }) => baseline)
      const [top, bottom] = [Math.min(...baselines), Math.max(...baselines)]
      const split = { gutter: gutter - 0.5, top, bottom }
      if (!isAcrossRow(lines, split)) best = { split, lines: run.length }
    }
  }
  return best?.split
}

/** Whether a gutter goes through a figure of the last row, which is one of a table then. */
const isAcrossRow = (lines: readonly Segment[], { gutter, bottom }: Split) =>
  lines.some(
    ({ baseline, left, right, text }) =>
      baseline === bottom && left < gutter - 1 && right > gutter + 1 && isAmount(text),
  )

/** Cells of the rows of a table across columns, and the share of those with figures. */
const acrossMin = { rows: 2, cells: 3, figures: 0.3, textRows: 3 }

/** The cells of tables that go over two columns of text, from the left one to the right one. */
function findTablesAcross(
  lines: readonly Segment[],
  gutters: readonly number[],
  effort: Effort,
): ReadonlySet<Segment> {
  const across = new Set<Segment>()
  const wide = groupRows(lines).filter(({ segments }) => segments.length >= acrossMin.cells)
  if (wide.length < acrossMin.rows) return across
  for (const gutter of gutters) {
    effort.left -= lines.length
    if (effort.left < 0) break
    const isLeft = ({ left }: Segment) => left < gutter
    for (const run of runsWithoutCrossing(lines, gutter, across)) {
      const parts = splitParts(run)
      const tables = parts.filter((part) => isTableAcross(part, gutter))
      if (tables.length === 0) continue
      const sides = parts.flatMap((part) => {
        const both = [part.filter(isLeft), part.filter((line) => !isLeft(line))]
        const isText = !tables.includes(part) && both.every(({ length }) => length > 0)
        return isText ? both.map(groupRows) : []
      })
      const isText = (rows: readonly Row[]) => rows.length >= acrossMin.textRows && isFlowing(rows)
      if (sides.length > 0 && sides.every(isText))
        for (const cell of tables.flat()) across.add(cell)
    }
  }
  return across
}

function isTableAcross(part: readonly Segment[], gutter: number): boolean {
  const figures = part.filter(({ text }) => /\p{N}/u.test(text)).length
  if (figures < acrossMin.figures * part.length) return false
  const rows = groupRows(part)
  return (
    rows.length >= acrossMin.rows &&
    rows.every(
      ({ segments: { length }, left, right }) =>
        length >= acrossMin.cells &&
        length === rows[0]?.segments.length &&
        left < gutter &&
        right > gutter,
    )
  )
}

/** Running text and the table beside it, without a heading above and what is below. */
function besideRight(run: readonly Segment[], gutter: number): Segment[] {
  const right = run.filter(({ left }) => left >= gutter - 1)
  const [first, last] = [right[0], right.at(-1)]
  if (!first || !last) return []
  const [top, bottom] = [first.baseline - first.size / 2, last.baseline + last.size / 2]
  const beside = run.filter(({ baseline }) => baseline >= top && baseline <= bottom)
  const text = groupRows(beside.filter((line) => line.right <= gutter + 1))
  return isFlowing(text) && isTable(groupRows(right)) ? beside : []
}

const addressLinesMax = 7
const tornLinesMax = 6

/** Whether a few lines are a part of a justified paragraph, whose wide spaces lie one below the other. */
function areTornLines(run: readonly Segment[], lines: readonly Segment[]): boolean {
  const taken = groupRows(run)
  const [first, last] = [taken[0], taken.at(-1)]
  if (taken.length > tornLinesMax || !first || !last) return false
  const above = lines.filter(({ baseline }) => baseline < first.baseline - first.size / 2)
  const below = lines.filter(({ baseline }) => baseline > last.baseline + last.size / 2)
  return isInParagraph({ taken, before: groupRows(above).at(-1), after: groupRows(below)[0] })
}

/** Left edges of several lines, or of one in the first row, except the leftmost. */
function gutterCandidates(lines: readonly Segment[]): number[] {
  const counts = new Map<number, number>()
  const top = lines[0]?.baseline ?? 0
  const items = [...new Set(lines.flatMap((line) => (line.startsItem ? [line.left] : [])))]
  const isAboveItems = ({ left, size }: Segment) =>
    items.slice(0, itemPlacesMax).some((item) => item > left && item - left <= itemIndentMax * size)
  for (const line of lines) {
    const { left, baseline } = line
    if (baseline === top || isAboveItems(line)) counts.set(Math.round(left - 0.5), startsMin - 1)
  }
  for (const { left } of lines)
    for (const at of new Set([Math.round(left - 0.5), Math.round(left + 0.5)]))
      counts.set(at, (counts.get(at) ?? 0) + 1)
  const { left, right } = surround(lines)
  const margin = narrowShareMin * (right - left)
  return [...counts]
    .filter(([at, count]) => count >= startsMin && at > left + margin && at < right - margin)
    .map(([at]) => at - 0.5)
}

function runsWithoutCrossing(
  lines: readonly Segment[],
  gutter: number,
  across: ReadonlySet<Segment>,
): Segment[][] {
  const runs: Segment[][] = [[]]
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1]
    // Long words of narrow columns stick out, below the words of the next column.
    const sticksOut =
      line.right <= gutter + line.size ||
      (next?.baseline === line.baseline && next.left >= gutter - 1 && next.left < line.right)
    const isCrossing = line.left < gutter - 1 && line.right > gutter + 1 && !sticksOut
    if (isCrossing || across.has(line)) {
      runs[runs.length - 1] = withoutHead(runs.at(-1) ?? [], line)
      runs.push([])
    } else runs.at(-1)?.push(line)
  }
  return runs
}

const headCellsMin = 3
const headGapMin = 1.2

/** A row of cells that is closer to the line below the run, which crosses the gutter, is the head of a table. */
function withoutHead(run: Segment[], next: Segment): Segment[] {
  const last = run.at(-1)
  if (!last || next.baseline <= last.baseline + last.size / 2) return run
  let end = run.length
  while ((run[end - 1]?.baseline ?? -Infinity) >= last.baseline - last.size / 2) end -= 1
  const before = run[end - 1]
  const isHead =
    run.length - end >= headCellsMin &&
    before !== undefined &&
    last.baseline - before.baseline > headGapMin * (next.baseline - last.baseline)
  return isHead ? run.slice(0, end) : run
}

/** In points. */
const alignedMax = 2

/** Addresses, or entries of an index, side by side among the lines of a run. */
function findAddresses(run: readonly Segment[], gutter: number): Segment[][] {
  const blocks: Segment[][] = []
  for (const line of run.filter(({ left }) => left >= gutter - 1)) {
    if (line.left > gutter + alignedMax) continue
    const before = blocks.at(-1)?.at(-1)
    if (before && line.baseline - before.baseline <= partGapMin * line.size)
      blocks.at(-1)?.push(line)
    else blocks.push([line])
  }
  return blocks.flatMap((right) => {
    if (right.length > addressLinesMax) return []
    const { top, bottom } = surround(right)
    const left = run.filter(
      (line) => line.right <= gutter + 1 && line.bottom > top && line.top < bottom,
    )
    const rows = [groupRows(left), groupRows(right)] as const
    const further = run.filter(
      (line) => line.left > gutter + alignedMax && line.bottom > top && line.top < bottom,
    )
    const amounts = further.filter(({ text }) => isAmount(text)).length
    const isOfTable = amounts > 0 && amounts >= further.length / 2
    const areBeside =
      left.length > 0 && ((!isOfTable && areAddresses(...rows)) || rows.every(isIndex))
    // What is on the line of the last one may be a little lower.
    const last = right.at(-1)?.baseline ?? 0
    const lower = further.filter(({ baseline }) => baseline > last && baseline < bottom)
    return areBeside
      ? [[...left, ...right, ...lower].toSorted((a, b) => a.baseline - b.baseline)]
      : []
  })
}

/** Splits lines at vertical gaps of two line heights. */
function splitParts(run: readonly Segment[]): Segment[][] {
  const parts: Segment[][] = []
  for (const line of run) {
    const last = parts.at(-1)
    const before = last?.at(-1)
    if (last && before && line.baseline - before.baseline <= partGapMin * line.size) last.push(line)
    else parts.push([line])
  }
  return parts.length > 1 ? parts : []
}
