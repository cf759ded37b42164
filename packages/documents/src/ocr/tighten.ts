import type { OcrWord } from '#content/layout.ts'

const dark = 128
/** Maximum distance of the dot of an i from its letter, in heights of the letter. */
const dotGapMax = 0.35

interface Picture {
  readonly points: Uint8Array
  readonly width: number
}

interface Band {
  readonly top: number
  readonly bottom: number
  readonly ink: number
}

/** Reduces a word's box to its ink: tesseract reports some boxes as high as the line, including descenders of the line above. */
export function tightened<Word extends Omit<OcrWord, 'ink'>>(word: Word, picture: Picture): Word {
  const bands = findBands(word, picture)
  const main = bands.toSorted((a, b) => b.ink - a.ink)[0]
  if (!main) return word
  const reach = dotGapMax * (main.bottom - main.top)
  const near = bands.filter(
    (band) => band.bottom >= main.top - reach && band.top <= main.bottom + reach,
  )
  const top = Math.min(...near.map((band) => band.top))
  const bottom = Math.max(...near.map((band) => band.bottom))
  return { ...word, top, height: bottom - top }
}

/** Consecutive rows with ink. */
function findBands(word: Omit<OcrWord, 'ink'>, picture: Picture): Band[] {
  const bands: Band[] = []
  let open: { top: number; ink: number } | undefined
  const end = word.top + word.height
  for (let y = word.top; y <= end; y++) {
    const ink = y < end ? inkOfRow(word, y, picture) : 0
    if (ink > 0) open = { top: open?.top ?? y, ink: (open?.ink ?? 0) + ink }
    else if (open) {
      bands.push({ ...open, bottom: y })
      open = undefined
    }
  }
  return bands
}

function inkOfRow(
  { left, width }: Omit<OcrWord, 'ink'>,
  y: number,
  { points, width: line }: Picture,
): number {
  let ink = 0
  for (let x = left; x < left + width; x++) if ((points[y * line + x] ?? 255) < dark) ink += 1
  return ink
}
