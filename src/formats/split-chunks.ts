import { estimateTokenCount } from 'tokenx'
import { readFence } from '#content/markdown-targets.ts'
import { createYields } from '#kernel/event-loop.ts'
import { splitText } from '#base/text-pieces.ts'

export interface ChunkLimits {
  /** Most tokens of a chunk. */
  readonly size: number
  /** Most tokens that a chunk repeats of the one before. */
  readonly overlap: number
}

/** A piece of a Markdown text. */
export interface Chunk {
  readonly text: string
  /** Offsets in the Markdown, end excluded. */
  readonly markdownSpan: readonly [number, number]
  /** Headings that all of it stands under, the highest first. */
  readonly headings: readonly string[]
  readonly tokens: number
}

/** A sentence, a line, or a part of one; never divided. */
interface Unit {
  readonly from: number
  readonly to: number
  readonly tokens: number
}

interface Block {
  readonly units: readonly Unit[]
  readonly headings: readonly string[]
  readonly isHeading: boolean
}

export const chunksMax = 20_000
/** A heading begins a new chunk behind this share of the size. */
const leastShare = 1 / 4
const headingCharsMax = 200
const headingLevelsMax = 6
const whitespace = new Set([' ', '\t', '\r', '\n'])

/** Line ends that stand between two units may be a token of their own. */
const countTokens = (text: string) => estimateTokenCount(text) + 1

/**
 * Cuts Markdown between sections, paragraphs and sentences, in that order of preference. Each chunk is a piece of the text as it is. At most
 * `chunksMax`; `isCut` tells whether there would be more. Takes linear time; the event loop runs meanwhile.
 */
export async function splitChunks(
  markdown: string,
  { size, overlap }: ChunkLimits,
): Promise<{ readonly chunks: readonly Chunk[]; readonly isCut: boolean }> {
  const chunks: Chunk[] = []
  const yields = createYields()
  let held: (Unit & Pick<Block, 'headings' | 'isHeading'>)[] = []
  let tokens = 0
  let isNew = false
  const hold = (units: typeof held) => {
    held = units
    tokens = units.reduce((sum, unit) => sum + unit.tokens, 0)
    isNew = false
  }
  /** Ends a chunk. Headings at its end begin the next one, which otherwise repeats what fits beside `room` tokens. */
  const end = (room: number) => {
    let last = held.length
    while (last > 0 && held[last - 1]?.isHeading) last--
    const own = last === 0 ? held : held.slice(0, last)
    const carried = last === 0 ? [] : held.slice(last)
    if (isNew) chunks.push(toChunk(markdown, own))
    hold(carried.length > 0 ? carried : repeated(own, Math.min(overlap, size - room)))
  }
  for (const block of readBlocks(markdown, Math.floor((size - overlap) / 2))) {
    if (chunks.length >= chunksMax) return { chunks: chunks.slice(0, chunksMax), isCut: true }
    const total = block.units.reduce((sum, unit) => sum + unit.tokens, 0)
    if (block.isHeading) {
      if (tokens >= size * leastShare || tokens + total > size) end(size)
    } else if (total <= size && tokens + total > size) end(total)
    for (const unit of block.units) {
      if (tokens + unit.tokens > size) end(unit.tokens)
      held.push({ ...unit, headings: block.headings, isHeading: block.isHeading })
      tokens += unit.tokens
      isNew = true
      await yields.next()
    }
  }
  if (isNew) chunks.push(toChunk(markdown, held))
  return { chunks: chunks.slice(0, chunksMax), isCut: chunks.length > chunksMax }
}

/** The last units of a chunk that are at most so many tokens together. */
function repeated<Held extends Unit & { readonly isHeading: boolean }>(
  units: readonly Held[],
  most: number,
): Held[] {
  let [from, tokens] = [units.length, 0]
  while (from > 0) {
    const unit = units[from - 1]
    if (!unit || unit.isHeading || tokens + unit.tokens > most) break
    tokens += unit.tokens
    from--
  }
  return units.slice(from)
}

function toChunk(
  markdown: string,
  units: readonly (Unit & Pick<Block, 'headings' | 'isHeading'>)[],
): Chunk {
  const [from, to] = [units[0]?.from ?? 0, units.at(-1)?.to ?? 0]
  const text = markdown.slice(from, to)
  const bodies = units.filter(({ isHeading }) => !isHeading)
  const headings = (bodies.length > 0 ? bodies : units)
    .map((unit) => unit.headings)
    .reduce((all, own) => all.slice(0, countSame(all, own)))
  return { text, markdownSpan: [from, to], headings, tokens: estimateTokenCount(text) }
}

function countSame(some: readonly string[], others: readonly string[]): number {
  let same = 0
  while (same < some.length && some[same] === others[same]) same++
  return same
}

/** Paragraphs, list items, table rows, code and headings, with the headings above them. */
function* readBlocks(markdown: string, tokensMax: number): Generator<Block> {
  const path: { readonly level: number; readonly text: string }[] = []
  let fence = ''
  let units: Unit[] = []
  const listHeadings = () => path.map(({ text }) => text)
  for (let from = 0; from < markdown.length;) {
    const found = markdown.indexOf('\n', from)
    const to = found < 0 ? markdown.length : found
    const start = markdown.slice(from, Math.min(to, from + headingCharsMax + headingLevelsMax + 1))
    const mark = readFence(start.trim())
    const level = fence === '' && mark === '' ? readLevel(start) : 0
    const isEmpty = start.trim() === ''
    if (units.length > 0 && fence === '' && (isEmpty || level > 0 || mark !== '')) {
      yield { units, headings: listHeadings(), isHeading: false }
      units = []
    }
    if (level > 0) {
      while ((path.at(-1)?.level ?? 0) >= level) path.pop()
      path.push({ level, text: start.slice(level).trim() })
      const heading = [...cut(markdown, [from, to], tokensMax)]
      yield { units: heading, headings: listHeadings(), isHeading: true }
    } else if (fence === '' && mark === '') {
      for (const sentence of findSentences(markdown, from, to))
        units.push(...cut(markdown, sentence, tokensMax))
    } else units.push(...cut(markdown, [from, to], tokensMax))
    if (fence === '') fence = mark
    else if (start.trim() === fence) {
      yield { units, headings: listHeadings(), isHeading: false }
      ;[units, fence] = [[], '']
    }
    from = to + 1
  }
  if (units.length > 0) yield { units, headings: listHeadings(), isHeading: false }
}

function readLevel(line: string): number {
  let level = 0
  while (line[level] === '#') level++
  return level <= headingLevelsMax && line[level] === ' ' ? level : 0
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** The sentences of a line; the segmenter never gets a long one. */
function* findSentences(markdown: string, from: number, to: number): Generator<[number, number]> {
  let at = from
  for (const piece of splitText(markdown.slice(from, to))) {
    for (const { segment } of segmenter.segment(piece)) {
      yield [at, at + segment.length]
      at += segment.length
    }
  }
}

/** A piece of the text without white space around it, in parts of at most `tokensMax` tokens, if possible at spaces. */
function* cut(
  markdown: string,
  [first, end]: readonly [number, number],
  tokensMax: number,
): Generator<Unit> {
  let [from, last] = [first, end]
  while (from < last && whitespace.has(markdown[from] ?? '')) from++
  while (last > from && whitespace.has(markdown[last - 1] ?? '')) last--
  while (from < last) {
    let to = Math.min(last, from + tokensMax * charsPerTokenMax)
    let tokens = countTokens(markdown.slice(from, to))
    while (tokens > tokensMax && to - from > 2) {
      to = findCut(markdown, from, from + Math.ceil((to - from) / 2))
      tokens = countTokens(markdown.slice(from, to))
    }
    if (to < last) to = findCut(markdown, from, to)
    yield { from, to, tokens: countTokens(markdown.slice(from, to)) }
    from = to
  }
}

/** Longer pieces are looked at in parts. */
const charsPerTokenMax = 8

/** Behind the last space before an offset, or the offset; not between the halves of a character. */
function findCut(markdown: string, from: number, to: number): number {
  const space = markdown.slice(from, to).lastIndexOf(' ')
  if (space > 0) return from + space + 1
  const isHalf = (markdown.codePointAt(to - 1) ?? 0) > 0xffff
  return isHalf && to - 1 > from ? to - 1 : to
}
