import { addAncestorFeatures, ancestorFeatureCount } from './ancestor-features.ts'
import { isProse, type Block, type Outline, type Part } from './blocks.ts'
import { createRowWriter, createMatrix, type FeatureMatrix } from './feature-matrix.ts'
import { pageKindCount, type PageFeatures } from './page-features.ts'
import { addSimilarBlocks, similarBlockFeatureCount } from './similar-blocks.ts'
import { addRepeats, repeatFeatureCount } from './repeats.ts'
import { addSections, sectionFeatureCount } from './sections.ts'
import { wordOverlap } from './word-overlap.ts'
import { addTextColumn, textColumnFeatureCount } from './text-column.ts'
import { textFeatureCount, textFeatures } from './text-features.ts'

/** Features of every block for the first model. The order of the columns is part of the trained weights. */
export function blockFeatures(
  { blocks, parts, siblings }: Outline,
  page: PageFeatures,
): FeatureMatrix {
  const matrix = createMatrix(featureCount, blocks.length)
  const write = createRowWriter(matrix)
  const context = readContext({ blocks, parts, siblings }, page)
  for (const [index, block] of blocks.entries()) {
    write.startRow(index)
    write.add(ownFeatures(block, index, context))
    write.addBits(context.textFeatures[index] ?? 0, textFeatureCount)
    write.addBits(context.textFeatures[context.headings[index]?.index ?? -1] ?? 0, textFeatureCount)
    write.skip(ancestorFeatureCount)
    for (const part of containersOf(block.part)) write.add(context.containerFeatures(part))
    for (const distance of neighbourDistances) {
      const neighbour = blocks[index + distance]
      write.add(context.neighbourFeatures[index + distance] ?? noNeighbour)
      write.addOne(neighbour ? Number(neighbour.part.parent === block.part.parent) : -1)
    }
  }
  for (const [at, number] of pageFeatures(blocks, parts, page).entries()) {
    const column = pageStart + at
    matrix.values.fill(number, column * blocks.length, (column + 1) * blocks.length)
  }
  const from = (column: number) => matrix.values.subarray(column * blocks.length)
  addAncestorFeatures({ blocks, parts }, context.total, from(ownCount))
  addTextColumn({ blocks, parts }, from(surroundStart))
  addSimilarBlocks(blocks, from(surroundStart + textColumnFeatureCount))
  addSections(
    { blocks, parts },
    from(surroundStart + textColumnFeatureCount + similarBlockFeatureCount),
  )
  addRepeats(
    { blocks, parts },
    siblings,
    from(surroundStart + textColumnFeatureCount + similarBlockFeatureCount + sectionFeatureCount),
  )
  return matrix
}

const neighbourDistances = [-2, -1, 1, 2]
const noNeighbour = [-1, -1, -1]

const ownCount = 27 + textFeatureCount + textFeatureCount
const surroundingCount = ancestorFeatureCount + 4 * 8
const neighbourCount = 4
const pageCount = 12 + pageKindCount
const pageStart = ownCount + surroundingCount + neighbourDistances.length * neighbourCount
const surroundStart = pageStart + pageCount
export const featureCount =
  surroundStart +
  textColumnFeatureCount +
  similarBlockFeatureCount +
  sectionFeatureCount +
  repeatFeatureCount

interface Context {
  readonly total: number
  readonly blockTotal: number
  readonly page: PageFeatures
  readonly firstTitle: Block | undefined
  /** Index of the last heading before each block. */
  readonly headings: readonly (Block | undefined)[]
  readonly textFeatures: readonly number[]
  /** Share of each block's words that occur in the title and in the description. */
  readonly inTitle: Float64Array
  readonly inDescription: Float64Array
  readonly seen: ReadonlyMap<string, number>
  readonly containerFeatures: (part: Part) => readonly number[]
  /** Relations of each block to its neighbours. */
  readonly neighbourFeatures: readonly (readonly number[])[]
}

function readContext({ blocks, parts, siblings }: Outline, page: PageFeatures): Context {
  const headings: (Block | undefined)[] = []
  const seen = new Map<string, number>()
  let heading: Block | undefined
  for (const block of blocks) {
    headings.push(heading)
    if (block.headingLevel > 0) heading = block
    seen.set(block.text, (seen.get(block.text) ?? 0) + 1)
  }
  const total = Math.max(1, parts[0]?.words ?? 1)
  const lower = blocks.map(({ text }) => text.slice(0, comparedLengthMax).toLowerCase())
  return {
    total,
    blockTotal: blocks.length,
    page,
    firstTitle: blocks.find((block) => block.headingLevel === 1),
    headings,
    textFeatures: blocks.map(({ measure }, index) =>
      textFeatures({ lower: lower[index] ?? '', measure }),
    ),
    ...wordOverlap(lower, page),
    seen,
    containerFeatures: createContainerFeatures(total, siblings.counts),
    neighbourFeatures: blocks.map(neighbourFeatures),
  }
}

/** Only the beginning of longer texts is compared. */
const comparedLengthMax = 400

function pageFeatures(
  blocks: readonly Block[],
  parts: readonly Part[],
  page: PageFeatures,
): number[] {
  const [root] = parts
  const total = Math.max(1, root?.words ?? 1)
  const { counts, words } = countKinds(parts)
  const share = (name: string) => (words.get(name) ?? 0) / total
  const count = (name: string) => counts.get(name) ?? 0
  return [
    Math.log1p(total),
    Math.log1p(blocks.length),
    (root?.linkWords ?? 0) / total,
    (root?.proseWords ?? 0) / total,
    Math.log1p(root?.images ?? 0),
    share('main'),
    share('article'),
    Math.log1p(count('article')),
    count('h1'),
    Math.log1p(count('form')),
    share('noscript'),
    share('table'),
    ...page.kinds,
  ]
}

const countedTags = new Set(['main', 'article', 'h1', 'form', 'noscript', 'table'])

/** Counts of some element kinds on the page, and the words in the largest of each. */
function countKinds(parts: readonly Part[]) {
  const counts = new Map<string, number>()
  const words = new Map<string, number>()
  const note = (kind: string, part: Part) => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    words.set(kind, Math.max(words.get(kind) ?? 0, part.words))
  }
  for (const part of parts) {
    const { name, attribs } = part.element
    if (countedTags.has(name)) note(name, part)
    if (part.words > 0 && attribs['role'] === 'main') note('main', part)
  }
  return { counts, words }
}

/** Codes of element names; part of the trained weights. */
const groupByTag: ReadonlyMap<string, number> = new Map(
  [
    'p',
    'li',
    'tr td th table',
    'pre code',
    'div',
    'span',
    'a',
    'dt dd',
    'button label',
    'article section main',
  ].flatMap((names, group) => names.split(' ').map((name) => [name, group] as const)),
)

function ownFeatures(block: Block, index: number, context: Context): number[] {
  const { measure } = block
  const words = Math.max(1, measure.words)
  const heading = context.headings[index]
  return [
    Math.log1p(measure.words),
    measure.letters / words,
    measure.capitalisedWords / words,
    measure.digits / words,
    measure.commas / words,
    measure.sentenceEnds / words,
    measure.symbols / words,
    block.linkWords / words,
    block.links,
    block.emphasis,
    block.breaks,
    block.images,
    endOfSentence.test(block.text.slice(-2)) ? 1 : 0,
    groupByTag.get(block.part.element.name) ?? -1,
    block.headingLevel,
    index / context.blockTotal,
    block.wordsBefore / context.total,
    measure.words / context.total,
    heading ? heading.headingLevel : 0,
    heading ? Math.log1p(block.wordsBefore - heading.wordsBefore) : -1,
    heading ? (context.inTitle[heading.index] ?? 0) : 0,
    context.firstTitle ? clamp(index - context.firstTitle.index, 60) : -99,
    context.firstTitle ? (block.wordsBefore - context.firstTitle.wordsBefore) / context.total : -2,
    context.seen.get(block.text) ?? 1,
    context.inTitle[index] ?? 0,
    context.inDescription[index] ?? 0,
    isStructured(block, context.page) ? 1 : 0,
  ]
}

const endOfSentence = /[.!?…。！？:]["'”’)]?$/

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

const structuredWordsMin = 5
const structuredLength = 40

function isStructured({ measure, text }: Block, { structuredText }: PageFeatures): boolean {
  if (structuredText === '' || measure.words < structuredWordsMin) return false
  return structuredText.includes(text.slice(0, structuredLength).toLowerCase())
}

/** The block's own part, then the three nearest ancestors that each have more words than the previous one. */
export function containersOf<P extends Nested<P>>(part: P): P[] {
  const containers: P[] = [part]
  let last: P = part
  let next = part.parent
  for (let level = 0; next && level < ancestorsMax && containers.length < 4; level++) {
    if (next.words > last.words) containers.push(next)
    last = next
    next = next.parent
  }
  while (containers.length < 4) containers.push(last)
  return containers
}

const ancestorsMax = 24

interface Nested<P> {
  readonly parent: P | undefined
  readonly words: number
}

/** Cached, because many blocks share their containers. */
function createContainerFeatures(
  total: number,
  siblingCounts: Uint32Array,
): Context['containerFeatures'] {
  const known = new Map<Part, number[]>()
  return (part) => {
    let features = known.get(part)
    if (features === undefined) {
      features = containerFeatures(part, total, siblingCounts[part.index] ?? 1)
      known.set(part, features)
    }
    return features
  }
}

function containerFeatures(part: Part, total: number, siblings: number): number[] {
  const words = Math.max(1, part.words)
  return [
    Math.log1p(words),
    words / total,
    part.linkWords / words,
    part.proseWords / words,
    Math.log1p(part.blocks),
    words / Math.max(1, part.blocks),
    siblings,
    part.headings,
  ]
}

function neighbourFeatures(block: Block): number[] {
  const { words } = block.measure
  return [
    Math.log1p(words),
    block.linkWords / Math.max(1, words),
    (isProse(block) ? 2 : 0) + (block.headingLevel > 0 ? 1 : 0),
  ]
}
