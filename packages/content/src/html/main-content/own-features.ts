import type { PageBlock, PageOutline } from './blocks.ts'
import type { PageFeatures } from './page-features.ts'
import { patternsIn, textFeatureCount } from './text-features.ts'
import { createWordScan } from './word-scan.ts'
import { log1p } from './log1p.ts'

const numberCount = 30
export const ownFeatureCount = numberCount + textFeatureCount + textFeatureCount

/** Features of each block itself and of the heading above it. Fills `ownFeatureCount` columns of a matrix. */
export function addOwnFeatures(
  { blocks, parts }: Pick<PageOutline, 'blocks' | 'parts'>,
  page: PageFeatures,
  values: Float32Array,
): void {
  const count = blocks.length
  const context = readContext({ blocks, parts }, page)
  const numbers = new Float64Array(numberCount)
  let heading: PageBlock | undefined
  for (let index = 0; index < count; index++) {
    const block = blocks[index] as PageBlock
    readNumbers(numbers, { block, heading, context })
    for (let column = 0; column < numberCount; column++)
      values[column * count + index] = numbers[column] as number
    const own = numberCount * count + index
    setBits(values, { bits: context.textFeatures[index] as number, start: own, step: count })
    if (heading) {
      const bits = context.textFeatures[heading.index] as number
      setBits(values, { bits, start: own + textFeatureCount * count, step: count })
    }
    if (block.headingLevel > 0) heading = block
  }
}

interface Bits {
  readonly bits: number
  readonly start: number
  readonly step: number
}

function setBits(values: Float32Array, { bits, start, step }: Bits): void {
  for (let rest = bits, at = start; rest !== 0; rest >>>= 1, at += step) {
    if (rest & 1) values[at] = 1
  }
}

interface Context {
  readonly total: number
  readonly blockTotal: number
  readonly structuredText: string
  readonly firstTitle: PageBlock | undefined
  /** Bits per block. */
  readonly textFeatures: Int32Array
  /** Share of each block's words that occur in the title and in the description; -1 without one. */
  readonly inTitle: Float64Array
  readonly inDescription: Float64Array
  /** How many articles each part stands in. */
  readonly articlesAround: Uint8Array
  /** How often each text occurs. */
  readonly seen: ReadonlyMap<string, number>
}

/** Only the beginning of longer texts is compared. */
const comparedLengthMax = 400

function readContext(
  { blocks, parts }: Pick<PageOutline, 'blocks' | 'parts'>,
  page: PageFeatures,
): Context {
  const seen = new Map<string, number>()
  for (const { text } of blocks) seen.set(text, (seen.get(text) ?? 0) + 1)
  const bits = new Int32Array(blocks.length)
  const [inTitle, inDescription] = [unknownShares(blocks), unknownShares(blocks)]
  const [hasTitle, hasDescription] = [page.titleWords.size > 0, page.descriptionWords.size > 0]
  const scan = createWordScan(page)
  for (const { index, text, measure } of blocks) {
    const lower = text.slice(0, comparedLengthMax).toLowerCase()
    const found = scan(lower)
    bits[index] = found.phrases | patternsIn({ lower, measure })
    if (hasTitle) inTitle[index] = found.inTitle / (found.words || 1)
    if (hasDescription) inDescription[index] = found.inDescription / (found.words || 1)
  }
  return {
    total: Math.max(1, parts[0]?.words ?? 1),
    blockTotal: blocks.length,
    structuredText: page.structuredText,
    firstTitle: blocks.find((block) => block.headingLevel === 1),
    textFeatures: bits,
    inTitle,
    inDescription,
    articlesAround: countArticles(parts),
    seen,
  }
}

/** A teaser of another page is often an article inside the one that is read. */
function countArticles(parts: PageOutline['parts']): Uint8Array {
  const counts = new Uint8Array(parts.length)
  for (const { index, parent, element } of parts)
    counts[index] = (counts[parent?.index ?? 0] as number) + (element.name === 'article' ? 1 : 0)
  return counts
}

const unknownShares = ({ length }: readonly PageBlock[]): Float64Array =>
  new Float64Array(length).fill(-1)

interface Place {
  readonly block: PageBlock
  /** The last heading before the block. */
  readonly heading: PageBlock | undefined
  readonly context: Context
}

function readNumbers(numbers: Float64Array, { block, heading, context }: Place): void {
  const { index, measure, wordsBefore } = block
  const { total, firstTitle } = context
  const words = Math.max(1, measure.words)
  numbers[0] = log1p(measure.words)
  numbers[1] = measure.letters / words
  numbers[2] = measure.capitalisedWords / words
  numbers[3] = measure.digits / words
  numbers[4] = measure.commas / words
  numbers[5] = measure.sentenceEnds / words
  numbers[6] = measure.symbols / words
  numbers[7] = block.linkWords / words
  numbers[8] = block.links
  numbers[9] = block.emphasis
  numbers[10] = block.breaks
  numbers[11] = block.images
  numbers[12] = endsSentence(block.text) ? 1 : 0
  numbers[13] = block.part.traits.code
  numbers[14] = block.headingLevel
  numbers[15] = index / context.blockTotal
  numbers[16] = wordsBefore / total
  numbers[17] = measure.words / total
  numbers[18] = heading ? heading.headingLevel : 0
  numbers[19] = heading ? log1p(wordsBefore - heading.wordsBefore) : -1
  numbers[20] = heading ? (context.inTitle[heading.index] as number) : 0
  numbers[21] = firstTitle ? clamp(index - firstTitle.index, 60) : -99
  numbers[22] = firstTitle ? (wordsBefore - firstTitle.wordsBefore) / total : -2
  numbers[23] = context.seen.get(block.text) ?? 1
  numbers[24] = context.inTitle[index] as number
  numbers[25] = (context.inDescription[index] as number) >= describedMin ? 1 : 0
  numbers[26] = isStructured(block, context.structuredText) ? 1 : 0
  numbers[27] = heading ? heading.linkWords / Math.max(1, heading.measure.words) : -1
  numbers[28] = context.articlesAround[block.part.index] as number
  numbers[29] = isCutShort(block.text) ? 1 : 0
}

/** A text that shares fewer words with the description of the page may share them by chance, above all a long one. */
const describedMin = 0.7

const isCutShort = (text: string): boolean =>
  text.endsWith('…') || text.endsWith('...') || text.endsWith('…]') || text.endsWith('...]')

/** Signs that end a sentence, and those that may follow them. */
const endings = '.!?…。！？:'
const closings = '"\'”’)'

function endsSentence(text: string): boolean {
  const last = text.charAt(text.length - 1)
  if (last !== '' && endings.includes(last)) return true
  const before = text.charAt(text.length - 2)
  return before !== '' && closings.includes(last) && endings.includes(before)
}

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

const structuredWordsMin = 5
const structuredLength = 40

function isStructured({ measure, text }: PageBlock, structuredText: string): boolean {
  if (structuredText === '' || measure.words < structuredWordsMin) return false
  return structuredText.includes(text.slice(0, structuredLength).toLowerCase())
}

const neighbourDistances = [-2, -1, 1, 2]
const perNeighbour = 4
export const neighbourFeatureCount = neighbourDistances.length * perNeighbour

/** Features of the blocks before and after each block, -1 where there are none. Fills `neighbourFeatureCount` columns. */
export function addNeighbours(blocks: readonly PageBlock[], values: Float32Array): void {
  const count = blocks.length
  const own = new Float64Array(count * perNeighbour)
  for (const block of blocks) {
    const { words } = block.measure
    const at = block.index * perNeighbour
    own[at] = log1p(words)
    own[at + 1] = block.linkWords / Math.max(1, words)
    own[at + 2] = (block.isProse ? 2 : 0) + (block.headingLevel > 0 ? 1 : 0)
  }
  for (const [position, distance] of neighbourDistances.entries()) {
    const start = position * perNeighbour * count
    for (let index = 0; index < count; index++) {
      const neighbour = blocks[index + distance]
      const isSibling = neighbour?.part.parent === (blocks[index] as PageBlock).part.parent
      for (let column = 0; column < perNeighbour - 1; column++) {
        const value = neighbour ? own[(index + distance) * perNeighbour + column] : -1
        values[start + column * count + index] = value as number
      }
      values[start + (perNeighbour - 1) * count + index] = neighbour ? Number(isSibling) : -1
    }
  }
}
