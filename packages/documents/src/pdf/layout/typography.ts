import { isBold, isCode, type Segment } from './segment.ts'

/** Typography of a document: body size and heading styles, largest first. */
export interface Typography {
  readonly bodySize: number
  /** Styles of headings in body size. */
  readonly lowestLevel: number
  /** Whether letters are larger than those of the text. */
  isLarger(line: Segment): boolean
  /** Heading level 1 to 6; undefined for other lines. */
  headingLevel(line: Segment): number | undefined
}

const largerMin = 1.12
const headingLettersMax = 200
const boldHeadingWordsMax = 16
const levelsMax = 6

export function measureTypography(segments: readonly Segment[]): Typography {
  const bodySize = mostUsed(segments)
  const isLarger = ({ size }: Segment) => size >= largerMin * bodySize
  const sizes = [
    ...new Set(segments.filter((line) => isLarger(line) && isHeadingText(line)).map(measureSize)),
  ].toSorted((a, b) => b - a)
  return {
    bodySize,
    lowestLevel: Math.min(levelsMax, sizes.length + 1),
    isLarger,
    headingLevel(line) {
      // The library takes the first font of a line, which may be that of a name, for the font of the whole line.
      if (!isHeadingText(line) || (isCode(line) && !(isBold(line) && isLarger(line))))
        return undefined
      if (isLarger(line)) return Math.min(levelsMax, sizes.indexOf(measureSize(line)) + 1)
      const words = line.text.trim().split(/\s+/).length
      const isShort = words <= boldHeadingWordsMax && !/[.,;:]$/.test(line.text.trim())
      return isBold(line) && isShort ? Math.min(levelsMax, sizes.length + 1) : undefined
    },
  }
}

const measureSize = ({ size }: Segment) => Math.round(size * 2) / 2

const isHeadingText = ({ text }: Segment) => text.length <= headingLettersMax && /\p{L}/u.test(text)

/** Of all letters: pages of long listings have so many in their text. */
const textShareMin = 0.15

const countLetters = (lines: readonly Segment[]) =>
  lines.reduce((sum, { text }) => sum + text.length, 0)

/** The most frequent font size by letters, of the text beside listings. */
function mostUsed(segments: readonly Segment[]): number {
  const letters = new Map<number, number>()
  const text = segments.filter((line) => !isCode(line))
  const isText = countLetters(text) >= textShareMin * countLetters(segments)
  for (const line of isText ? text : segments) {
    letters.set(measureSize(line), (letters.get(measureSize(line)) ?? 0) + line.text.length)
  }
  return [...letters].toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}
