import type { OcrPage, OcrWord } from '#content/layout.ts'
import { surround, median, type Anchor, type Segment } from '#documents/pdf/layout/segment.ts'
import { codeLines } from './find-code.ts'

interface Scale {
  /** From 1. */
  readonly page: number
  readonly pointsPerPixel: number
}

const sureMin = 0.2
const pageSureMin = 0.4
/** Gaps wider than this, in font sizes, separate columns and cells. */
const gapMax = 1
const bulletGapMin = 0.45

/** The OCR words of a page as line segments, in points. */
export function segmentsOfPicture({ words }: OcrPage, { page, pointsPerPixel }: Scale): Segment[] {
  const found = words.flatMap(toWord)
  // Noise is read as words of low confidence.
  if (median(found.filter(isWord).map(({ confidence }) => confidence)) < pageSureMin) return []
  const lines = [...Map.groupBy(found, ({ line }) => line).values()].flatMap(sureWords).map(toLine)
  const sizes = likelySizes(lines)
  const code = codeLines(lines)
  const bodyInk = median(found.filter(isWord).map(measureInk))
  return lines.flatMap((line) => {
    const size = sizes(line.size)
    const isCode = code.has(line)
    const parts = isCode ? [line.words] : parted(line.words, size)
    return parts.map((part): Segment => {
      const { left, right } = surround(part.map(findPlace))
      const text = joinText(part, size)
      const isBold = !isCode && looksBold(part, bodyInk)
      const baseline = line.baseline * pointsPerPixel
      const points = size * pointsPerPixel
      return {
        page,
        baseline,
        size: points,
        left: left * pointsPerPixel,
        right: right * pointsPerPixel,
        top: baseline - 0.8 * points,
        bottom: baseline + 0.22 * points,
        runs: [{ text, isBold, isItalic: false, isCode, link: undefined }],
        text,
        anchors: listAnchors(part, pointsPerPixel),
        startsItem: false,
        confidence: part.reduce((sum, { confidence }) => sum + confidence, 0) / part.length,
      }
    })
  })
}

/** Ruled lines between cells are read as vertical bars. */
function toWord(word: OcrWord): OcrWord[] {
  const text = word.text.replaceAll(/^[|¦]+(?=[^|¦])|(?<=[^|¦])[|¦]+$/g, '')
  if (/^[|¦_—~]+$/.test(text) && (text !== '—' || word.confidence < 0.6)) return []
  return [{ ...word, text }]
}

const clear = 0.5

/** A word of low confidence is kept when its line is reliable. */
function sureWords(words: readonly OcrWord[]): OcrWord[][] {
  const isClear = median(words.map(({ confidence }) => confidence)) >= clear
  const sure = words.filter(
    ({ confidence, text }) =>
      confidence >= sureMin || text === '•' || (isClear && /[\p{L}\p{N}]/u.test(text)),
  )
  return sure.length > 0 ? [sure] : []
}

const boldInkMin = 1.14
const boldLettersMin = 5

/** Ink per width of a word, which is nearly constant within a font. */
const measureInk = ({ ink, text }: OcrWord) => ink * Math.sqrt(heightShare(text))

function looksBold(words: readonly OcrWord[], bodyInk: number): boolean {
  const found = words.filter(isWord)
  const letters = found.reduce((sum, { text }) => sum + text.length, 0)
  const ink = found.reduce((sum, word) => sum + measureInk(word) * word.text.length, 0) / letters
  return letters >= boldLettersMin && ink >= boldInkMin * bodyInk
}

interface Line {
  readonly words: readonly OcrWord[]
  readonly baseline: number
  readonly size: number
}

const descends = /[gjpqyçQ,;()[\]{}@$§/\\|]/
const ascends = /[\p{Lu}\p{N}bdfhijklt(){}[\]/\\|!?]/u

/** Height of a word in units of its font size. */
function heightShare(text: string): number {
  return (ascends.test(text) ? 0.73 : 0.53) + (descends.test(text) ? 0.21 : 0)
}

const isWord = ({ text }: OcrWord) => /[\p{L}\p{N}]/u.test(text)

function toLine(given: readonly OcrWord[]): Line {
  const words = given.toSorted((a, b) => a.left - b.left)
  const found = words.some(isWord) ? words.filter(isWord) : words
  const standing = found.filter(({ text }) => !descends.test(text))
  const bottoms = (standing.length > 0 ? standing : found).map(({ top, height, text }) =>
    descends.test(text) ? top + height * (1 - 0.21 / heightShare(text)) : top + height,
  )
  const long = found.filter(({ text }) => text.length >= 3)
  const sizes = (long.length > 0 ? long : found).map(
    ({ height, text }) => height / heightShare(text),
  )
  return { words, baseline: median(bottoms), size: median(sizes) }
}

const sameAsBody = 0.1
const sameSize = 0.92

/** Merges sizes that differ by less than the measuring error. */
function likelySizes(lines: readonly Line[]): (size: number) => number {
  const letters = lines.flatMap(({ size, words }) =>
    words.flatMap(({ text }) => Array.from({ length: text.length }, () => size)),
  )
  const body = median(letters)
  const groups: number[][] = []
  for (const { size } of lines.toSorted((a, b) => b.size - a.size)) {
    const last = groups.at(-1)
    if (last && size >= sameSize * (last[0] ?? 0)) last.push(size)
    else groups.push([size])
  }
  return (size) => {
    if (Math.abs(size / body - 1) <= sameAsBody) return body
    return median(groups.find((group) => group.includes(size)) ?? [size])
  }
}

/** Splits the words of a line at gaps where columns or cells may begin. */
function parted(words: readonly OcrWord[], size: number): OcrWord[][] {
  const parts: OcrWord[][] = []
  for (const word of words) {
    const last = parts.at(-1)?.at(-1)
    const gap = last ? word.left - last.left - last.width : Infinity
    const isMark = parts.at(-1)?.length === 1 && last && isListMark(last)
    if (gap <= gapMax * size || (isMark && gap <= 3 * size)) parts.at(-1)?.push(word)
    else parts.push([word])
  }
  return parts
}

/** Characters that OCR returns for bullets. */
const bullet = /^[•◦▪*·«»¢©®°e+o-]$/
const isListMark = ({ text }: OcrWord) => bullet.test(text) || /^\(?\d{1,3}[.)]$/.test(text)

function joinText(words: readonly OcrWord[], size: number): string {
  const [first, second] = words
  const text = words.map((word) => word.text).join(' ')
  if (!first || !second || !bullet.test(first.text)) return text
  const gap = second.left - first.left - first.width
  return gap >= bulletGapMin * size ? `•${text.slice(1)}` : text
}

function listAnchors(words: readonly OcrWord[], pointsPerPixel: number): Anchor[] {
  let at = 0
  return words.map(({ text, left, width }) => {
    const from = at
    at += text.length + 1
    const right = (left + width) * pointsPerPixel
    return { from, to: from + text.length, left: left * pointsPerPixel, right }
  })
}

const findPlace = ({ left, top, width, height }: OcrWord) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
