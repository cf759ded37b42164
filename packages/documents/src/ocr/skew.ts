const degreesMax = 5
const coarseStep = 0.5
const fineStep = 0.1
const widthMax = 600
const dark = 128

/**
 * Degrees to rotate a greyscale picture so that its text lines are level: at that angle the rows of the picture
 * differ most, because some hold letters and some are empty. 0 when no angle stands out.
 */
export function measureSkew(pixels: Uint8Array, width: number, height: number): number {
  const points = darkPoints(pixels, width, height)
  if (points.length < 100) return 0
  const coarse = best(points, range(-degreesMax, degreesMax, coarseStep))
  const fine = best(
    points,
    range(coarse.degrees - coarseStep, coarse.degrees + coarseStep, fineStep),
  )
  const level = contrast(points, 0)
  // A picture without text lines has a maximum too, but a flat one.
  return fine.contrast > level * 1.05 && Math.abs(fine.degrees) < degreesMax ? fine.degrees : 0
}

interface Points {
  readonly length: number
  readonly x: Float32Array
  readonly y: Float32Array
}

function darkPoints(pixels: Uint8Array, width: number, height: number): Points {
  const step = Math.max(1, Math.floor(width / widthMax))
  const size = Math.ceil(width / step) * Math.ceil(height / step)
  const [x, y] = [new Float32Array(size), new Float32Array(size)]
  let length = 0
  for (let row = 0; row < height; row += step) {
    for (let column = 0; column < width; column += step) {
      if ((pixels[row * width + column] ?? 255) >= dark) continue
      x[length] = column / step
      y[length] = row / step
      length += 1
    }
  }
  return { length, x, y }
}

function best(points: Points, angles: readonly number[]): { degrees: number; contrast: number } {
  let found = { degrees: 0, contrast: -1 }
  for (const degrees of angles) {
    const value = contrast(points, degrees)
    if (value > found.contrast) found = { degrees, contrast: value }
  }
  return found
}

/** Sum over rows of the squared number of dark pixels, with the picture rotated by these degrees. */
function contrast({ length, x, y }: Points, degrees: number): number {
  const radians = (degrees * Math.PI) / 180
  const [sine, cosine] = [Math.sin(radians), Math.cos(radians)]
  const rows = new Map<number, number>()
  for (let index = 0; index < length; index++) {
    const row = Math.round((x[index] ?? 0) * sine + (y[index] ?? 0) * cosine)
    rows.set(row, (rows.get(row) ?? 0) + 1)
  }
  let sum = 0
  for (const count of rows.values()) sum += count * count
  return sum
}

function range(from: number, to: number, step: number): number[] {
  return Array.from(
    { length: Math.round((to - from) / step) + 1 },
    (_, index) => from + index * step,
  )
}
