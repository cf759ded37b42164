import { addMarks, markCount } from './marks.ts'
import { isProse, type Block, type Outline, type Part } from './blocks.ts'
import { createWriter, emptyColumns, type Columns } from './columns.ts'
import { kindCount, type PageSigns } from './page-signs.ts'
import { addLookAlikes, lookAlikeCount } from './look-alikes.ts'
import { addRepeats, repeatFeatureCount } from './repeats.ts'
import { addSections, sectionFeatureCount } from './sections.ts'
import { sharedWords } from './shared-words.ts'
import { addTextColumn, columnFeatureCount } from './text-column.ts'
import { signCount, textSigns } from './text-signs.ts'

/** Features of every block for the first model. The order of the columns is part of the trained weights. */
export function blockFeatures({ blocks, parts, alike }: Outline, page: PageSigns): Columns {
  const table = emptyColumns(featureCount, blocks.length)
  const write = createWriter(table)
  const context = readContext({ blocks, parts, alike }, page)
  for (const [index, block] of blocks.entries()) {
    write.startBlock(index)
    write.add(ownFeatures(block, index, context))
    write.addBits(context.signs[index] ?? 0, signCount)
    write.addBits(context.signs[context.headings[index]?.index ?? -1] ?? 0, signCount)
    write.skip(markCount)
    for (const part of containersOf(block.part)) write.add(context.containerFeatures(part))
    for (const distance of neighbourDistances) {
      const neighbour = blocks[index + distance]
      write.add(context.neighbourFeatures[index + distance] ?? noNeighbour)
      write.addOne(neighbour ? Number(neighbour.part.parent === block.part.parent) : -1)
    }
  }
  for (const [at, number] of pageFeatures(blocks, parts, page).entries()) {
    const column = pageStart + at
    table.values.fill(number, column * blocks.length, (column + 1) * blocks.length)
  }
  const from = (column: number) => table.values.subarray(column * blocks.length)
  addMarks({ blocks, parts }, context.total, from(ownCount))
  addTextColumn({ blocks, parts }, from(surroundStart))
  addLookAlikes(blocks, from(surroundStart + columnFeatureCount))
  addSections({ blocks, parts }, from(surroundStart + columnFeatureCount + lookAlikeCount))
  addRepeats(
    { blocks, parts },
    alike,
    from(surroundStart + columnFeatureCount + lookAlikeCount + sectionFeatureCount),
  )
  return table
}

const neighbourDistances = [-2, -1, 1, 2]
const noNeighbour = [-1, -1, -1]

const ownCount = 27 + signCount + signCount
const surroundingCount = markCount + 4 * 8
const neighbourCount = 4
const pageCount = 12 + kindCount
const pageStart = ownCount + surroundingCount + neighbourDistances.length * neighbourCount
const surroundStart = pageStart + pageCount
export const featureCount =
  surroundStart + columnFeatureCount + lookAlikeCount + sectionFeatureCount + repeatFeatureCount

interface Context {
  readonly total: number
  readonly blockTotal: number
  readonly page: PageSigns
  readonly firstTitle: Block | undefined
  /** Index of the last heading before each block. */
  readonly headings: readonly (Block | undefined)[]
  readonly signs: readonly number[]
  /** Share of each block's words that occur in the title and in the description. */
  readonly inTitle: Float64Array
  readonly inDescription: Float64Array
  readonly seen: ReadonlyMap<string, number>
  readonly containerFeatures: (part: Part) => readonly number[]
  /** Relations of each block to its neighbours. */
  readonly neighbourFeatures: readonly (readonly number[])[]
}

function readContext({ blocks, parts, alike }: Outline, page: PageSigns): Context {
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
    signs: blocks.map(({ measure }, index) => textSigns({ lower: lower[index] ?? '', measure })),
    ...sharedWords(lower, page),
    seen,
    containerFeatures: createContainerFeatures(total, alike.counts),
    neighbourFeatures: blocks.map(neighbourFeatures),
  }
}

/** What is longer is compared by its beginning. */
const comparedLengthMax = 400

function pageFeatures(blocks: readonly Block[], parts: readonly Part[], page: PageSigns): number[] {
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

function isStructured({ measure, text }: Block, { structuredText }: PageSigns): boolean {
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
function createContainerFeatures(total: number, alike: Uint32Array): Context['containerFeatures'] {
  const known = new Map<Part, number[]>()
  return (part) => {
    let features = known.get(part)
    if (features === undefined) {
      features = containerFeatures(part, total, alike[part.index] ?? 1)
      known.set(part, features)
    }
    return features
  }
}

function containerFeatures(part: Part, total: number, alike: number): number[] {
  const words = Math.max(1, part.words)
  return [
    Math.log1p(words),
    words / total,
    part.linkWords / words,
    part.proseWords / words,
    Math.log1p(part.blocks),
    words / Math.max(1, part.blocks),
    alike,
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
