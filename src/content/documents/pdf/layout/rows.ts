import { around, type Place, type Segment } from './segment.ts'

/** Segments on one baseline, from left to right. */
export interface Row extends Place {
  readonly segments: readonly Segment[]
  readonly baseline: number
  readonly size: number
}

const sameLineMax = 0.4

/** The segments of one column as rows, from top to bottom. */
export function rowsOf(segments: readonly Segment[]): Row[] {
  const groups: Segment[][] = []
  for (const segment of segments.toSorted((a, b) => a.baseline - b.baseline)) {
    const last = groups.at(-1)
    const before = last?.[0]
    if (before && segment.baseline - before.baseline <= sameLineMax * segment.size)
      last.push(segment)
    else groups.push([segment])
  }
  return groups.map((group) => ({
    ...around(group),
    segments: group.toSorted((a, b) => a.left - b.left),
    baseline: Math.max(...group.map(({ baseline }) => baseline)),
    size: Math.max(...group.map(({ size }) => size)),
  }))
}
