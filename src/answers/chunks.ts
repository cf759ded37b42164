import { sliceText } from '#base/text-pieces.ts'
import { createYields } from '#kernel/event-loop.ts'
import { countBySample, type CountTokens } from '#llm/count-by-sample.ts'

export interface Chunks {
  readonly texts: readonly string[]
  /** Share of the text that is in none of them. */
  readonly omittedShare: number
}

/** A part of the text that is not divided further, if possible. */
interface Block {
  readonly text: string
  /** Header and delimiter of a table, repeated when it is divided. */
  readonly header?: string
}

/** A text that is not divided further, with its tokens. */
interface Part {
  readonly text: string
  readonly size: number
}

/**
 * Divides Markdown into at most `chunksMax` texts of at most `tokensMax` tokens, between blocks and preferably at headings,
 * without overlap. Parts of a table repeat its header. The event loop runs between the blocks.
 */
export async function splitIntoChunks(
  markdown: string,
  {
    tokensMax,
    chunksMax,
    count,
  }: { readonly tokensMax: number; readonly chunksMax: number; readonly count: CountTokens },
): Promise<Chunks> {
  const texts: string[] = []
  let parts: string[] = []
  let tokens = 0
  const close = () => {
    if (parts.length > 0) texts.push(parts.join('\n\n'))
    parts = []
    tokens = 0
  }
  const yields = createYields()
  for await (const { text, size } of splitParts(splitBlocks(markdown), tokensMax, count)) {
    await yields.next()
    const startsSection = /^#{1,6} /.test(text) && tokens > tokensMax / 2
    if (tokens + size > tokensMax || startsSection) close()
    parts.push(text)
    tokens += size
  }
  close()
  const kept = texts.slice(0, chunksMax)
  const omittedShare = texts.length === 0 ? 0 : 1 - sumLengths(kept) / sumLengths(texts)
  return { texts: kept, omittedShare }
}

const sumLengths = (list: readonly string[]) => list.reduce((sum, { length }) => sum + length, 0)

/** The two halves of a chunk whose answer was too long; undefined when it cannot be divided. */
export function halves(chunk: string): readonly [string, string] | undefined {
  const units = splitBlocks(chunk).flatMap(({ text, header }) => {
    const lines = text.split('\n')
    return lines.map((line, index) => ({ line, header, isLast: index === lines.length - 1 }))
  })
  const middle = Math.ceil(units.length / 2)
  if (units.length < 2) return undefined
  const join = (some: typeof units) =>
    some
      .map(({ line, isLast }) => (isLast ? `${line}\n\n` : `${line}\n`))
      .join('')
      .trimEnd()
  const header = units[middle]?.header
  const second = join(units.slice(middle))
  const needsHeader = header !== undefined && !second.startsWith(header)
  return [join(units.slice(0, middle)), needsHeader ? `${header}\n${second}` : second]
}

function splitBlocks(markdown: string): Block[] {
  return markdown
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => {
      const [first = '', second = ''] = text.split('\n', 2)
      const isTable = first.startsWith('|') && /^\|[ :|-]+\|$/.test(second.trim())
      return isTable ? { text, header: `${first}\n${second}` } : { text }
    })
}

/** The blocks, and the parts of those that have more than `tokensMax` tokens. */
async function* splitParts(
  blocks: readonly Block[],
  tokensMax: number,
  count: CountTokens,
): AsyncGenerator<Part> {
  for (const block of blocks) {
    const size = (await countBySample(block.text, count, tokensMax)) + 1
    if (size <= tokensMax) yield { text: block.text, size }
    else yield* divided(block, tokensMax, count)
  }
}

/** The parts of a block, each at most `tokensMax` tokens. */
async function* divided(
  { text, header }: Block,
  tokensMax: number,
  count: CountTokens,
): AsyncGenerator<Part> {
  const lines = header === undefined ? splitUnits(text, tokensMax) : text.split('\n').slice(2)
  const yields = createYields()
  const base = header === undefined ? 0 : count(header)
  let part: string[] = []
  let size = base
  for (const line of lines) {
    await yields.next()
    const added = (await countBySample(line, count, tokensMax)) + 1
    if (part.length > 0 && size + added > tokensMax) {
      yield { text: withHeader(header, part), size }
      part = []
      size = base
    }
    part.push(line)
    size += added
  }
  if (part.length > 0) yield { text: withHeader(header, part), size }
}

const withHeader = (header: string | undefined, lines: readonly string[]) =>
  [...(header === undefined ? [] : [header]), ...lines].join('\n')

/** Lines, and pieces of lines that are longer than a chunk; a token is at least one character. */
function splitUnits(text: string, tokensMax: number): string[] {
  return text
    .split('\n')
    .flatMap((line) => (line.length <= tokensMax ? [line] : [...sliceText(line, tokensMax)]))
}
