import { cutPart, listEdges } from './letters.ts'
import type { Row } from './rows.ts'
import { isCode, type Segment } from './segment.ts'

/** In font sizes: wider than a blank. The library gives the places of words that are half a font size apart. */
const gapMin = 0.45
/** In points. */
const sameEdgeMax = 0.75
const rowsMin = 3
/** Rows without the seam between two that have it. */
const betweenMax = 3
/** A number or letter of a list, before its text. */
const mark = /^\(?(?:[\d.]{1,8}|\p{L})[.)]?$/u
const cellsMin = 3

/** A place within a segment where a text ends and another begins. */
interface Gap {
  readonly row: number
  readonly segment: Segment
  /** Index of the letter behind it. */
  readonly at: number
  readonly end: number
  readonly start: number
}

/**
 * Cuts the segments of successive rows where the texts of all end at one place and the next start at one place: right-aligned cells
 * before left-aligned ones may be as close as words.
 */
export function withSeams(rows: readonly Row[]): readonly Row[] {
  const gaps = rows.flatMap(listGaps).toSorted((a, b) => a.start - b.start || a.row - b.row)
  const cuts = Map.groupBy(
    groupBySeam(gaps).filter((seam) => isSeam(seam, rows)).flat(),
    ({ segment }) => segment,
  )
  if (cuts.size === 0) return rows
  return rows.map((row) => {
    if (!row.segments.some((segment) => cuts.has(segment))) return row
    const segments = row.segments.flatMap((segment) => {
      const places = (cuts.get(segment) ?? []).map(({ at }) => at).toSorted((a, b) => a - b)
      const ends = [0, ...places, segment.text.length]
      if (places.length === 0) return [segment]
      const edges = listEdges(segment)
      return ends.slice(1).map((end, at) => cutPart(segment, [ends[at] ?? 0, end], edges))
    })
    return { ...row, segments }
  })
}

function listGaps({ segments }: Row, row: number): Gap[] {
  return segments.flatMap((segment) =>
    segment.anchors.flatMap((anchor, index) => {
      const before = segment.anchors[index - 1]
      if (!before || anchor.left - before.right < gapMin * segment.size || isCode(segment)) return []
      return [{ row, segment, at: anchor.from, end: before.right, start: anchor.left }]
    }),
  )
}

/** Gaps of one place in rows that are near to each other. */
function groupBySeam(gaps: readonly Gap[]): Gap[][] {
  const places: Gap[][] = []
  for (const gap of gaps) {
    const last = places.at(-1)
    if (last?.[0] && gap.start - last[0].start <= sameEdgeMax) last.push(gap)
    else places.push([gap])
  }
  return places.flatMap((place) => {
    const runs: Gap[][] = []
    const byEnd = Map.groupBy(place, ({ end }) => Math.round(end / sameEdgeMax))
    for (const own of byEnd.values()) {
      for (const gap of own.toSorted((a, b) => a.row - b.row)) {
        const run = runs.at(-1)
        const before = run?.at(-1)
        const goesOn =
          before &&
          gap.row > before.row &&
          gap.row - before.row <= betweenMax &&
          Math.abs(gap.end - before.end) <= sameEdgeMax
        if (run && goesOn) run.push(gap)
        else runs.push([gap])
      }
    }
    return runs
  })
}

/** Whether enough rows have it, before texts that differ, and not only the marks of a list. */
function isSeam(seam: readonly Gap[], rows: readonly Row[]): boolean {
  if (seam.length < rowsMin) return false
  const before = seam.map(({ segment, at }) => segment.text.slice(0, at).trim())
  if (new Set(before).size === 1) return false
  const areMarks = seam.every(
    ({ row, segment }, index) =>
      segment === rows[row]?.segments[0] && mark.test(before[index] ?? ''),
  )
  const cells = seam.map(({ row }) => (rows[row]?.segments.length ?? 0) + 1)
  return !areMarks || cells.every((count) => count >= cellsMin)
}
