import { around, isCode, median, type Segment } from './segment.ts'

const columnLinesMin = 3
const startsMin = 2
/** As a part of the letter size. */
const partGapMin = 2.2
const openBreaksMin = 0.1
const proseLinesMin = 6
/** As parts of the letter size. */
const proseWidthMin = 14
const paragraphGapMin = 1.15
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
    const runs = runsWithoutCrossing(lines, gutter)
    for (const run of runs.flatMap((whole) => [whole, ...partsOf(whole)])) {
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

/** Where lines begin, but for the left edge of all. */
function gutterCandidates(lines: readonly Segment[]): number[] {
  const counts = new Map<number, number>()
  for (const { left } of lines)
    for (const at of new Set([Math.round(left - 0.5), Math.round(left + 0.5)]))
      counts.set(at, (counts.get(at) ?? 0) + 1)
  const { left, right } = around(lines)
  const margin = columnWidthShareMin * (right - left)
  return [...counts]
    .filter(([at, count]) => count >= startsMin && at > left + margin && at < right - margin)
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

/** Lines parted where nothing stands for the height of two lines. */
function partsOf(run: readonly Segment[]): Segment[][] {
  const parts: Segment[][] = []
  for (const line of run) {
    const last = parts.at(-1)
    const before = last?.at(-1)
    if (last && before && line.baseline - before.baseline <= partGapMin * line.size) last.push(line)
    else parts.push([line])
  }
  return parts.length > 1 ? parts : []
}

function areColumns(left: readonly Segment[], right: readonly Segment[]): boolean {
  if (left.length < columnLinesMin || right.length < columnLinesMin) return false
  if (isText(left)) return isText(right) || areApart(left, right)
  return isText(right) && areApart(right, left)
}

/** Lines that are about as wide as they can be. */
function isText(lines: readonly Segment[]): boolean {
  const { left, right } = around(lines)
  const width = right - left
  const size = median(lines.map(sizeOf))
  if (width < 8 * size) return false
  const full = lines.filter((line) => line.right - line.left >= fullLineShare * width).length
  return full >= fullLinesMin * lines.length
}

/** Text and something else side by side are columns where the one goes on while the other breaks; in tables both break. */
function areApart(text: readonly Segment[], other: readonly Segment[]): boolean {
  const usual = median(gapsOf(text).map(({ gap }) => gap))
  const [top, bottom] = [other[0]?.baseline ?? 0, other.at(-1)?.baseline ?? 0]
  const breaks = gapsOf(text).filter(
    ({ from, to, gap }) => gap > paragraphGapMin * usual && from >= top && to <= bottom,
  )
  const isOpen = ({ from, to, gap }: Gap) => {
    const margin = 0.15 * gap
    return other.some(({ baseline }) => baseline > from + margin && baseline < to - margin)
  }
  const { left, right } = around(text)
  const words = text.filter((line) => !isCode(line))
  const isProse =
    words.length >= Math.max(proseLinesMin, text.length / 2) &&
    right - left >= proseWidthMin * median(words.map(sizeOf))
  return isProse && breaks.filter(isOpen).length > openBreaksMin * breaks.length
}

const sizeOf = ({ size }: Segment) => size

interface Gap {
  readonly from: number
  readonly to: number
  readonly gap: number
}

const gapsOf = (lines: readonly Segment[]): Gap[] =>
  lines.slice(1).flatMap(({ baseline }, index) => {
    const from = lines[index]?.baseline ?? 0
    return baseline - from < 1 ? [] : [{ from, to: baseline, gap: baseline - from }]
  })
