import type { OcrWord } from '#content/layout.ts'
import { letterEdges } from '#documents/pdf/layout/letters.ts'
import { median } from '#documents/pdf/layout/segment.ts'

const dark = 128
/** Minimum gap between words: in font sizes, and as a multiple of the gaps between letters. */
const gapMin = 0.22
const ratioMin = 2
const lettersMin = 3

interface Picture {
  readonly points: Uint8Array
  readonly width: number
}

type Word = Omit<OcrWord, 'ink'>

interface Gap {
  readonly left: number
  readonly right: number
}

/** Splits words that OCR joined: in rows with wide gaps between cells it misses the gaps between words. */
export function splitWords(words: readonly Word[], picture: Picture): Word[] {
  const size = median(words.map(({ height }) => height)) / 0.8
  return words.flatMap((word) => {
    if (word.text.length < lettersMin || word.width < 1.5 * word.height) return [word]
    const gaps = findGaps(word, picture)
    const usual = median(gaps.map(measureWidth))
    const wide = gaps.filter(
      (gap) => measureWidth(gap) >= Math.max(gapMin * size, ratioMin * usual),
    )
    return wide.length === 0 ? [word] : cut(word, wide)
  })
}

const measureWidth = ({ left, right }: Gap) => right - left

/** Pixel columns without ink between the letters of a word. */
function findGaps({ left, top, width, height }: Word, { points, width: line }: Picture): Gap[] {
  const gaps: Gap[] = []
  let start: number | undefined
  for (let x = left; x < left + width; x++) {
    let isInked = false
    for (let y = top; y < top + height && !isInked; y++)
      isInked = (points[y * line + x] ?? 255) < dark
    if (!isInked) start ??= x
    if (isInked && start !== undefined) {
      if (start > left) gaps.push({ left: start, right: x })
      start = undefined
    }
  }
  return gaps
}

function cut(word: Word, gaps: readonly Gap[]): Word[] {
  const inked = word.width - gaps.reduce((sum, gap) => sum + measureWidth(gap), 0)
  const edges = letterEdges(word.text, 0, inked)
  let passed = 0
  const places = gaps.flatMap((gap) => {
    const place = gap.left - word.left - passed
    passed += measureWidth(gap)
    const distance = (at: number) => Math.abs((edges[at] ?? 0) - place)
    const [at = 0] = [...edges.keys()].toSorted((a, b) => distance(a) - distance(b))
    // Digits and symbols are spaced widely anyway.
    const isInside = /[\p{L}][\p{L}\p{N}]|\p{N}\p{L}/u.test(word.text.slice(at - 1, at + 1))
    return isInside ? [{ at, gap }] : []
  })
  const ends = [...places, { at: word.text.length, gap: undefined }]
  return ends.map(({ at, gap }, index) => {
    const before = ends[index - 1]
    const left = before?.gap?.right ?? word.left
    const right = gap?.left ?? word.left + word.width
    return { ...word, text: word.text.slice(before?.at ?? 0, at), left, width: right - left }
  })
}
