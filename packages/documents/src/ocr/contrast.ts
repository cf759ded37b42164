const darkShare = 0.002
const darkestMax = 110
const spanMin = 30

/** A contrast stretch of a greyscale picture: paper becomes white, ink black. */
export interface Stretch {
  readonly multiply: number
  readonly add: number
  /** Whether even the darkest points are light. */
  readonly isFaint: boolean
}

/**
 * Maps the most frequent grey to white and the darkest to black; inverted for light letters on
 * a dark background. No percentile is used, because ink covers too small a share of a page.
 */
export function findStretch(pixels: Uint8Array, inkMax = darkestMax): Stretch {
  const counts = new Uint32Array(256)
  for (const value of pixels) counts[value] = (counts[value] ?? 0) + 1
  const ground = counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
  const isDark = ground < 100
  const ordered = isDark ? counts.toReversed() : counts
  const paper = isDark ? 255 - ground : ground
  const darkest = shareAt(ordered, pixels.length * darkShare)
  const ink = Math.min(inkMax, darkest)
  const isFaint = darkest > darkestMax
  const span = paper - ink
  if (span < spanMin) return { multiply: isDark ? -1 : 1, add: isDark ? 255 : 0, isFaint }
  const multiply = 255 / span
  return isDark
    ? { multiply: -multiply, add: (255 - ink) * multiply, isFaint }
    : { multiply, add: -ink * multiply, isFaint }
}

/** The grey value at a percentile. */
function shareAt(counts: Uint32Array, wanted: number): number {
  let sum = 0
  for (const [value, count] of counts.entries()) {
    sum += count
    if (sum >= wanted) return value
  }
  return 0
}
