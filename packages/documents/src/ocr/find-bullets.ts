import type { OcrWord } from '#content/layout.ts'
import { median } from '#documents/pdf/layout/segment.ts'

const dark = 128

interface Picture {
  readonly points: Uint8Array
  readonly width: number
}

/** In units of the height of the neighbouring words. */
const look = { left: 3, gapMin: 0.3, sideMin: 0.15, sideMax: 0.85, freeMin: 0.5 }
const filledMin = 0.35
const looksLikeBullet = /^[•◦▪*·«»¢©®°e+o@-]$/

/** Adds bullets at the start of lines that OCR missed, and corrects those it read as letters. */
export function withBullets(words: readonly OcrWord[], picture: Picture): OcrWord[] {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
  return lines.flatMap((line) => {
    const [first, second] = line.toSorted((a, b) => a.left - b.left)
    if (!first) return line
    const height = median(line.map((word) => word.height))
    const isMark = second !== undefined && looksLikeBullet.test(first.text)
    const start = isMark ? second : first
    const blob = blobBefore(start, height, picture)
    if (!blob) return line
    const isFree = words.every(
      (word) => word === first || !overlaps(word, blob) || (!isMark && word === start),
    )
    if (!isFree || (!isMark && overlaps(first, blob))) return line
    const bullet = { ...start, ...blob, text: '•' }
    return [bullet, ...line.filter((word) => !(isMark && word === first))]
  })
}

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const overlaps = (a: Box, b: Box) =>
  a.left < b.left + b.width &&
  b.left < a.left + a.width &&
  a.top < b.top + b.height &&
  b.top < a.top + a.height

/** A round or square blob left of a word, with empty space around it. */
function blobBefore(word: OcrWord, height: number, picture: Picture): Box | undefined {
  const band = { top: word.top, bottom: word.top + Math.min(word.height, height) }
  const inkAt = (x: number) => {
    let count = 0
    for (let y = band.top; y < band.bottom; y++) {
      if (x >= 0 && (picture.points[y * picture.width + x] ?? 255) < dark) count += 1
    }
    return count
  }
  const end = Math.max(0, Math.round(word.left - look.left * height))
  let right = word.left - 2
  while (right > end && inkAt(right) === 0) right -= 1
  if (right <= end || word.left - right < look.gapMin * height) return undefined
  let left = right
  while (left > end && inkAt(left) > 0) left -= 1
  const width = right - left
  for (let x = left; x > left - look.freeMin * height; x--) if (inkAt(x) > 0) return undefined
  const rows = []
  let ink = 0
  // Also outside the band: a blob that continues there is a ruled line or a letter.
  for (let y = band.top - 3; y < band.bottom + 3; y++) {
    let count = 0
    for (let x = left + 1; x <= right; x++)
      if ((picture.points[y * picture.width + x] ?? 255) < dark) count += 1
    if (count > 0) rows.push(y)
    ink += count
  }
  const top = rows[0] ?? 0
  const tall = (rows.at(-1) ?? 0) - top + 1
  const isInside = top >= band.top - 1 && top + tall <= band.bottom + 1
  const isSpot = [width, tall].every(
    (side) => side >= look.sideMin * height && side <= look.sideMax * height,
  )
  const isRound = Math.max(width, tall) <= 1.6 * Math.min(width, tall)
  if (!isInside || !isSpot || !isRound || ink < filledMin * width * tall) return undefined
  return { left: left + 1, top, width, height: tall }
}
