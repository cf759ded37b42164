import { around, median, type Segment } from './segment.ts'

const columnLinesMin = 3
/** In columns of text most lines are about as long as the column is wide; in tables they are not. */
const fullLineShare = 0.7
const fullLinesMin = 0.5
const columnWidthShareMin = 0.2

/**
 * The segments of a page as regions of one column each, in the order they are read: what stands above columns comes
 * before them, then the columns from left to right, then what stands below.
 */
export function regionsOf(segments: readonly Segment[]): Segment[][] {
  if (segments.length === 0) return []
  const lines = segments.toSorted((a, b) => a.baseline - b.baseline || a.left - b.left)
  const split = findColumns(lines)
  if (!split) return [lines]
  return [
    ...regionsOf(lines.filter(({ baseline }) => baseline < split.top)),
    ...regionsOf(lines.filter((line) => isIn(line, split) && line.left < split.gutter)),
    ...regionsOf(lines.filter((line) => isIn(line, split) && line.left >= split.gutter)),
    ...regionsOf(lines.filter(({ baseline }) => baseline > split.bottom)),
  ]
}

/** Baselines from and to which no line crosses the gutter. */
interface Split {
  readonly gutter: number
  readonly top: number
  readonly bottom: number
}

const isIn = ({ baseline }: Segment, { top, bottom }: Split) =>
  baseline >= top && baseline <= bottom

/** The gutter that parts the most lines. */
function findColumns(lines: readonly Segment[]): Split | undefined {
  let best: { split: Split; lines: number } | undefined
  for (const gutter of gutterCandidates(lines)) {
    for (const run of runsWithoutCrossing(lines, gutter)) {
      const left = run.filter((line) => line.right <= gutter + 1)
      const right = run.filter((line) => line.left >= gutter - 1)
      if (!areColumns(left, right) || run.length <= (best?.lines ?? 0)) continue
      const baselines = run.map(({ baseline }) => baseline)
      best = {
        split: {
          gutter: gutter - 0.5,
          top: Math.min(...baselines),
          bottom: Math.max(...baselines),
        },
        lines: run.length,
      }
    }
  }
  return best?.split
}

/** Where several lines begin, but for the left edge of all. */
function gutterCandidates(lines: readonly Segment[]): number[] {
  const counts = new Map<number, number>()
  for (const { left } of lines)
    counts.set(Math.round(left), (counts.get(Math.round(left)) ?? 0) + 1)
  const { left, right } = around(lines)
  const margin = columnWidthShareMin * (right - left)
  return [...counts]
    .filter(([at, count]) => count >= columnLinesMin && at > left + margin && at < right - margin)
    .map(([at]) => at - 0.5)
}

function runsWithoutCrossing(lines: readonly Segment[], gutter: number): Segment[][] {
  const runs: Segment[][] = [[]]
  for (const line of lines) {
    if (line.left < gutter - 1 && line.right > gutter + 1) runs.push([])
    else runs.at(-1)?.push(line)
  }
  return runs
}

function areColumns(left: readonly Segment[], right: readonly Segment[]): boolean {
  if (left.length < columnLinesMin || right.length < columnLinesMin) return false
  return isText(left) && isText(right)
}

function isText(lines: readonly Segment[]): boolean {
  const { left, right } = around(lines)
  const width = right - left
  const size = median(lines.map((line) => line.size))
  if (width < 8 * size) return false
  const full = lines.filter((line) => line.right - line.left >= fullLineShare * width).length
  return full >= fullLinesMin * lines.length
}
