import type { TextItem } from '@firecrawl/pdf-inspector'
import { toPlain, type PageLetters } from '#documents/pdf/page-letters.ts'
import { median } from './segment.ts'

/** In font sizes: distance of an item from its first letter, which may be raised. */
const [acrossMax, upMax] = [0.35, 0.6]
/** A gap that separates words although the file has no blank there, as between cells. */
const gapMin = 0.28
const [shiftMin, shiftMax] = [0.08, 0.7]
const scriptSizeMax = 0.92
/** In points. */
const sameShiftMax = 0.5
const lengthMin = 2
/** Of a page; more are no page of text. */
const itemsMax = 5_000

/**
 * Items with the blanks of the letters. Where the file has blanks, superscripts and subscripts are made items of their own.
 * Items whose letters are not found stay as they are.
 */
export function withLetters(items: readonly TextItem[], letters: PageLetters): TextItem[] {
  if (items.length > itemsMax) return [...items]
  let next = 0
  return items.flatMap((item) => {
    const own = toPlain(item.text)
    if (own.length < lengthMin) return [item]
    const at = findPosition(own, { item, letters, next })
    if (at === undefined) return [item]
    next = at + own.length
    const text = withBlanks(item, at, letters)
    const exact = text === item.text ? item : { ...item, text }
    return letters.hasBlanks ? withScripts(exact, at, letters) : [exact]
  })
}

const placesMax = 20

/** Index of the letters of an item, from its expected index on. */
function findPosition(
  own: string,
  { item, letters, next }: { item: TextItem; letters: PageLetters; next: number },
): number | undefined {
  for (const start of [next, 0]) {
    let at = letters.text.indexOf(own, start)
    for (let tried = 0; at >= 0 && tried < placesMax; tried++) {
      const { x, y } = letters.readOrigin(at)
      const isThere =
        Math.abs(x - item.x) <= acrossMax * item.fontSize &&
        Math.abs(y - item.y) <= upMax * item.fontSize
      if (isThere) return at
      at = letters.text.indexOf(own, at + 1)
    }
  }
  return undefined
}

/** The text of an item with the blanks of its letters, which begin at an index. */
function withBlanks({ text, fontSize }: TextItem, start: number, letters: PageLetters): string {
  let result = ''
  let at = start
  let blank = ''
  for (const letter of text) {
    if (/\s/.test(letter)) {
      blank += letter
      continue
    }
    if (at === start) result = blank
    else if (letters.startsWord(at)) result += blank === '' ? ' ' : blank
    else if (blank !== '' && isApart(at, fontSize, letters)) result += blank
    result += letter
    at += toPlain(letter).length
    blank = ''
  }
  return result + blank
}

/** Whether a letter is apart from the one before it. */
const isApart = (at: number, size: number, letters: PageLetters) =>
  letters.readOrigin(at).x - letters.findEnd(at - 1) > gapMin * size

interface Part {
  readonly text: string
  /** Index of its first letter. */
  readonly at: number
  readonly shift: number
}

function withScripts(item: TextItem, start: number, letters: PageLetters): TextItem[] {
  const { parts, size } = splitParts(item, start, letters)
  if (parts.length < 2) return [item]
  const end = item.x + item.width
  return parts.map(({ text, at, shift }, index): TextItem => {
    const left = index === 0 ? item.x : letters.readOrigin(at).x
    const after = parts[index + 1]
    const right = after ? letters.readOrigin(after.at).x : end
    const { y } = letters.readOrigin(at)
    const fontSize = shift === 0 ? size : letters.measureSize(at)
    return { ...item, text, x: left, y, width: right - left, fontSize, baselineShift: shift }
  })
}

/** The parts of a text on the line, above it and below it; and the font size of the line. */
function splitParts(
  { text, y, baselineShift, fontSize }: TextItem,
  start: number,
  letters: PageLetters,
): { parts: Part[]; size: number } {
  const indexes: number[] = []
  let next = start
  for (const letter of text) {
    indexes.push(next)
    next += toPlain(letter).length
  }
  const heights = indexes.map((at) => letters.readOrigin(at).y)
  const isScript = baselineShift !== 0
  const line = isScript ? y - baselineShift : median(heights)
  const main = indexes[heights.indexOf(line)]
  const size = main === undefined ? fontSize : letters.measureSize(main)
  const parts: { text: string; at: number; shift: number }[] = []
  for (const [offset, letter] of Array.from(text).entries()) {
    const at = indexes[offset] ?? start
    const last = parts.at(-1)
    if (last && /\s/.test(letter)) {
      last.text += letter
      continue
    }
    const raise = (heights[offset] ?? line) - line
    const isShifted =
      Math.abs(raise) >= shiftMin * size &&
      Math.abs(raise) <= shiftMax * size &&
      (isScript || letters.measureSize(at) <= scriptSizeMax * size)
    const shift = isShifted ? raise : 0
    if (last && Math.abs(last.shift - shift) < sameShiftMax) last.text += letter
    else parts.push({ text: letter, at, shift })
  }
  return { parts, size }
}
