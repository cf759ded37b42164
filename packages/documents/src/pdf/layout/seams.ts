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
    groupBySeam(gaps)
      .filter((seam) => isSeam(seam, rows))
      .flat(),
    ({ segment }) => segment,
  )
  if (cuts.size === 0) return rows
  return rows.map((row) => {
    if (!row.segments.some((segment) => cuts.has(segment))) return row
    const segments = row.segments.flatMap((segment) =>
      cutAtPlaces(
        segment,
        (cuts.get(segment) ?? []).map(({ at }) => at),
      ),
    )
    return { ...row, segments }
  })
}

/** In font sizes, and at least so many lines. */
const [nearMax, startsMin] = [8, 4]

/** Cuts lines where they go on at the left edge of lines near to them: the space between columns may be as narrow as one of words. */
export function withGutters(segments: readonly Segment[]): readonly Segment[] {
  const lefts = Map.groupBy(segments, ({ left, baseline }) => toKey(left, toPart(baseline)))
  const isLevel = ({ segment, start }: Gap) => {
    const part = toPart(segment.baseline)
    const near = [-1, 0, 1]
      .flatMap((side) => [-1, 0, 1].map((above) => toKey(start + side * sameEdgeMax, part + above)))
      .flatMap((key) => lefts.get(key) ?? [])
      .filter(
        ({ left, baseline }) =>
          Math.abs(left - start) <= sameEdgeMax &&
          Math.abs(baseline - segment.baseline) <= nearMax * segment.size,
      )
    return near.length >= startsMin
  }
  return segments.flatMap((segment) => {
    const places = listGaps({ segments: [segment] }, 0).filter(isLevel)
    return cutAtPlaces(
      segment,
      places.map(({ at }) => at),
    )
  })
}

/** Parts of a page as high as some lines. */
const partHeight = 100
const toPart = (baseline: number) => Math.floor(baseline / partHeight)
const toKey = (left: number, part: number) => `${Math.round(left / sameEdgeMax)} ${part}`

function cutAtPlaces(segment: Segment, places: readonly number[]): Segment[] {
  if (places.length === 0) return [segment]
  const edges = listEdges(segment)
  const ends = [0, ...places.toSorted((a, b) => a - b), segment.text.length]
  return ends.slice(1).map((end, at) => cutPart(segment, [ends[at] ?? 0, end], edges))
}

function listGaps({ segments }: Pick<Row, 'segments'>, row: number): Gap[] {
  return segments.flatMap((segment) =>
    segment.anchors.flatMap((anchor, index) => {
      const before = segment.anchors[index - 1]
      if (!before || anchor.left - before.right < gapMin * segment.size || isCode(segment))
        return []
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
