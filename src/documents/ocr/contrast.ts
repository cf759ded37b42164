const darkShare = 0.002
const darkestMax = 110
const spanMin = 30

/** How a grey picture is to be stretched: its paper becomes white, its ink black. */
export interface Stretch {
  readonly multiply: number
  readonly add: number
}

/**
 * What makes the most frequent grey of a picture white and its darkest black; the other way round for light letters on
 * a dark ground. Ink covers so little of a page that no share of its points tells where ink begins.
 */
export function stretchOf(pixels: Uint8Array): Stretch {
  const counts = new Uint32Array(256)
  for (const value of pixels) counts[value] = (counts[value] ?? 0) + 1
  const ground = counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
  const isDark = ground < 100
  const ordered = isDark ? counts.toReversed() : counts
  const paper = isDark ? 255 - ground : ground
  const ink = Math.min(darkestMax, shareAt(ordered, pixels.length * darkShare))
  const span = paper - ink
  if (span < spanMin) return { multiply: isDark ? -1 : 1, add: isDark ? 255 : 0 }
  const multiply = 255 / span
  return isDark
    ? { multiply: -multiply, add: (255 - ink) * multiply }
    : { multiply, add: -ink * multiply }
}

/** The value below which so many points are. */
function shareAt(counts: Uint32Array, wanted: number): number {
  let sum = 0
  for (const [value, count] of counts.entries()) {
    sum += count
    if (sum >= wanted) return value
  }
  return 0
}
