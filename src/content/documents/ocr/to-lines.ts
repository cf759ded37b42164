import type { OcrPage, OcrWord } from '#content/documents/layout.ts'

/** Words that follow each other on one line. */
interface Line {
  readonly words: OcrWord[]
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Lines that belong together, and what they seem to be. */
export interface ReadBlock {
  readonly kind: 'title' | 'section_header' | 'text' | 'list'
  readonly lines: readonly string[]
  readonly box: readonly [number, number, number, number]
  readonly confidence: number
}

const headingRatio = 1.35
const titleRatio = 1.8
const headingWordsMax = 14
const sureMin = 0.2

/** The words of a picture as blocks in reading order. */
export function toReadBlocks({ words }: OcrPage): ReadBlock[] {
  const sure = words.filter(({ confidence, text }) => confidence >= sureMin || text.length === 1)
  const usual = median(sure.map(({ height }) => height))
  const paragraphs = Map.groupBy(sure, ({ paragraph }) => paragraph)
  return [...paragraphs.values()].flatMap((paragraph) => {
    const lines = linesOf(paragraph)
    return splitLists(lines).map((part) => toBlock(part, usual))
  })
}

function linesOf(words: readonly OcrWord[]): Line[] {
  return [...Map.groupBy(words, ({ line }) => line).values()].map((line) => ({
    words: line,
    left: Math.min(...line.map(({ left }) => left)),
    top: Math.min(...line.map(({ top }) => top)),
    right: Math.max(...line.map(({ left, width }) => left + width)),
    bottom: Math.max(...line.map(({ top, height }) => top + height)),
  }))
}

const marker = /^(?:[•*·«»¢e©+-]|\d{1,3}[.)])$/
const isItem = ({ words }: Line) => words.length > 1 && marker.test(words[0]?.text ?? '')

/** Several lines that begin with a mark are a list, also when they stand in one paragraph with others. */
function splitLists(lines: readonly Line[]): Line[][] {
  const first = lines.findIndex(isItem)
  if (lines.filter(isItem).length < 2 || first <= 0) return [[...lines]]
  return [lines.slice(0, first), lines.slice(first)]
}

function toBlock(lines: readonly Line[], usual: number): ReadBlock {
  const words = lines.flatMap((line) => line.words)
  const box = [
    Math.min(...lines.map(({ left }) => left)),
    Math.min(...lines.map(({ top }) => top)),
    Math.max(...lines.map(({ right }) => right)),
    Math.max(...lines.map(({ bottom }) => bottom)),
  ] as const
  const confidence = words.reduce((sum, word) => sum + word.confidence, 0) / words.length
  const items = lines.filter(isItem).length
  const kind = items >= 2 ? 'list' : kindOf(words, usual)
  const texts = lines.map((line) => line.words.map(({ text }) => text).join(' '))
  return { kind, lines: texts, box, confidence }
}

function kindOf(words: readonly OcrWord[], usual: number): ReadBlock['kind'] {
  const ratio = median(words.map(({ height }) => height)) / (usual || 1)
  if (words.length > headingWordsMax || ratio < headingRatio) return 'text'
  return ratio >= titleRatio ? 'title' : 'section_header'
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
