const dark = 128
const white = 255
/** As shares of the longer side of the picture: longer than any letter, thinner than the strokes of headlines. */
const longMin = 0.03
const thickMax = 0.0025

interface Picture {
  /** Greyscale, one byte per pixel; modified in place. */
  readonly points: Uint8Array
  readonly width: number
  readonly height: number
}

/** Removes ruled lines from a picture: table borders and underlines confuse OCR. */
export function removeRules(picture: Picture): void {
  const { points, width, height } = picture
  const longest = Math.max(width, height)
  const limits = { long: Math.round(longMin * longest), thick: Math.ceil(thickMax * longest) }
  const across = findRuns(points, { lines: height, length: width, step: 1, next: width }, limits)
  const down = findRuns(points, { lines: width, length: height, step: width, next: 1 }, limits)
  for (const run of across) erase(points, run, { step: 1, next: width })
  for (const run of down) erase(points, run, { step: width, next: 1 })
}

interface Direction {
  /** Number of pixel lines, and pixels per line. */
  readonly lines: number
  readonly length: number
  /** Stride to the next pixel of the line, and to the next line. */
  readonly step: number
  readonly next: number
}

interface Run {
  readonly start: number
  readonly length: number
}

interface Limits {
  readonly long: number
  readonly thick: number
}

/** Long thin runs of dark pixels. */
function findRuns(points: Uint8Array, direction: Direction, { long, thick }: Limits): Run[] {
  const { lines, length, step, next } = direction
  const runs: Run[] = []
  for (let line = 0; line < lines; line++) {
    let from = 0
    for (let at = 0; at <= length; at++) {
      const isDark = at < length && (points[line * next + at * step] ?? white) < dark
      if (isDark) continue
      if (at - from >= long) {
        const run = { start: line * next + from * step, length: at - from }
        if (isThin(points, run, { step, next, thick })) runs.push(run)
      }
      from = at + 1
    }
  }
  return runs
}

const samples = 16
const thinShareMin = 0.6

/** Whether most of a run has light pixels close to both sides. */
function isThin(
  points: Uint8Array,
  { start, length }: Run,
  { step, next, thick }: { step: number; next: number; thick: number },
): boolean {
  let thin = 0
  for (let sample = 0; sample < samples; sample++) {
    const at = start + Math.floor(((sample + 0.5) * length) / samples) * step
    let depth = 1
    while (depth <= thick && (points[at + depth * next] ?? white) < dark) depth += 1
    let above = 1
    while (above <= thick && (points[at - above * next] ?? white) < dark) above += 1
    if (depth + above - 1 <= thick) thin += 1
  }
  return thin >= thinShareMin * samples
}

/** Makes a run and its grey edges white, except where other strokes cross it. */
function erase(
  points: Uint8Array,
  { start, length }: Run,
  { step, next }: { step: number; next: number },
): void {
  for (let index = 0; index < length; index++) {
    const at = start + index * step
    const isCrossed =
      (points[at - 2 * next] ?? white) < dark && (points[at + 2 * next] ?? white) < dark
    if (isCrossed) continue
    for (const side of [-1, 0, 1]) {
      const point = at + side * next
      if (side === 0 || (points[point + side * next] ?? white) >= dark) points[point] = white
    }
  }
}
