import type { Segment } from './segment.ts'

/** Left and right edge of a column of justified lines. */
export interface Edges {
  readonly left: number
  readonly right: number
}

const linesMin = 3
/** More than pages have, so that the time grows with the lines. */
const columnsMax = 40
/** In font sizes. */
const widthMin = 4

/** In points. */
const sameEdgeMax = 1.5

/** Edges at which several lines both start and end, narrow columns first. */
export function columnEdges(segments: readonly Segment[]): Edges[] {
  const counts = new Map<string, Edges & { count: number }>()
  for (const { left, right, size } of segments) {
    if (right - left < widthMin * size) continue
    for (const [start, end] of listKeys(left, right)) {
      const key = `${start} ${end}`
      const known = counts.get(key)
      if (known) known.count += 1
      else counts.set(key, { left, right, count: 1 })
    }
  }
  const found: Edges[] = []
  for (const edges of [...counts.values()].toSorted((a, b) => b.count - a.count)) {
    if (edges.count < linesMin || found.length >= columnsMax) break
    if (!found.some((other) => isSame(other, edges))) found.push(edges)
  }
  return found.toSorted((a, b) => a.right - a.left - (b.right - b.left))
}

/** Places on both sides of a rounding limit have a key in common. */
const listKeys = (left: number, right: number) =>
  [left - 0.5, left + 0.5].flatMap((start) =>
    [right - 0.5, right + 0.5].map((end) => [Math.round(start), Math.round(end)] as const),
  )

const isSame = (a: Edges, b: Edges) =>
  Math.abs(a.left - b.left) <= sameEdgeMax && Math.abs(a.right - b.right) <= sameEdgeMax
