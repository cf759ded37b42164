import { markCount } from './marks.ts'
import { isProse, type Block, type Outline, type Part } from './blocks.ts'
import { kindCount, wordsIn, type PageSigns } from './page-signs.ts'
import { signCount, textSigns } from './text-signs.ts'

/** One row of numbers per block, all of one width. */
export interface Rows {
  readonly values: Float32Array
  readonly width: number
}

/** Describes every block of a page for the first model. The order of the columns is part of the trained weights. */
export function blockFeatures({ blocks, parts, marksOf }: Outline, page: PageSigns): Rows {
  const values = new Float32Array(blocks.length * featureCount)
  const context = readContext(blocks, parts, page)
  const write = createWriter(values)
  for (const [index, block] of blocks.entries()) {
    write.startRow(index * featureCount)
    write.add(ownFeatures(block, index, context))
    write.addBits(context.signs[index] ?? 0)
    write.addBits(context.signs[context.headings[index]?.index ?? -1] ?? 0)
    const marks = marksOf(block.part)
    for (let mark = 0; mark < marks.length; mark++) {
      const at = marks[mark] as number
      // Most surroundings are not there.
      write.addOne(at < 0 ? -1 : (parts[at]?.words ?? 0) / context.total)
    }
    for (const part of containersOf(block.part)) write.add(containerFeatures(part, context.total))
    for (const distance of neighbourDistances)
      write.add(neighbourFeatures(blocks[index + distance], block))
    write.add(context.pageFeatures)
  }
  return { values, width: featureCount }
}

const neighbourDistances = [-2, -1, 1, 2]

const ownCount = 27 + signCount + signCount
const surroundingCount = markCount + 4 * 8
const neighbourCount = 4
const pageCount = 12 + kindCount
export const featureCount =
  ownCount + surroundingCount + neighbourDistances.length * neighbourCount + pageCount

function createWriter(values: Float32Array) {
  let position = 0
  return {
    startRow(at: number) {
      position = at
    },
    add(numbers: readonly number[]) {
      for (let index = 0; index < numbers.length; index++)
        values[position++] = numbers[index] as number
    },
    addOne(number: number) {
      values[position++] = number
    },
    addBits(signs: number) {
      for (let index = 0; index < signCount; index++) values[position++] = (signs >>> index) & 1
    },
  }
}

interface Context {
  readonly total: number
  readonly blockTotal: number
  readonly page: PageSigns
  readonly firstTitle: Block | undefined
  /** The last heading before each block. */
  readonly headings: readonly (Block | undefined)[]
  readonly signs: readonly number[]
  /** The share of each block's words that the title has too. */
  readonly inTitle: readonly number[]
  readonly inDescription: readonly number[]
  readonly seen: ReadonlyMap<string, number>
  readonly pageFeatures: readonly number[]
}

function readContext(blocks: readonly Block[], parts: readonly Part[], page: PageSigns): Context {
  const headings: (Block | undefined)[] = []
  const seen = new Map<string, number>()
  let heading: Block | undefined
  for (const block of blocks) {
    headings.push(heading)
    if (block.headingLevel > 0) heading = block
    seen.set(block.text, (seen.get(block.text) ?? 0) + 1)
  }
  const total = Math.max(1, parts[0]?.words ?? 1)
  return {
    total,
    blockTotal: blocks.length,
    page,
    firstTitle: blocks.find((block) => block.headingLevel === 1),
    headings,
    signs: blocks.map(({ text }) => textSigns(text)),
    ...overlaps(blocks, page),
    seen,
    pageFeatures: pageFeatures(blocks, parts, page),
  }
}

function pageFeatures(blocks: readonly Block[], parts: readonly Part[], page: PageSigns): number[] {
  const [root] = parts
  const total = Math.max(1, root?.words ?? 1)
  const share = (isCandidate: (part: Part) => boolean) => {
    let most = 0
    for (const part of parts) if (part.words > most && isCandidate(part)) most = part.words
    return most / total
  }
  const count = (name: string) => parts.filter(({ element }) => element.name === name).length
  return [
    Math.log1p(total),
    Math.log1p(blocks.length),
    (root?.linkWords ?? 0) / total,
    (root?.proseWords ?? 0) / total,
    Math.log1p(root?.images ?? 0),
    share(({ element }) => element.name === 'main' || element.attribs['role'] === 'main'),
    share(({ element }) => element.name === 'article'),
    Math.log1p(count('article')),
    count('h1'),
    Math.log1p(count('form')),
    share(({ element }) => element.name === 'noscript'),
    share(({ element }) => element.name === 'table'),
    ...page.kinds,
  ]
}

const tagGroups = [
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
].map((names) => new Set(names.split(' ')))

function ownFeatures(block: Block, index: number, context: Context): number[] {
  const { measure } = block
  const words = Math.max(1, measure.words)
  const heading = context.headings[index]
  const group = tagGroups.findIndex((names) => names.has(block.part.element.name))
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
    /[.!?…。！？:]["'”’)]?$/.test(block.text) ? 1 : 0,
    group,
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

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

const overlapLengthMax = 400

function overlaps(
  blocks: readonly Block[],
  { titleWords, descriptionWords }: PageSigns,
): Pick<Context, 'inTitle' | 'inDescription'> {
  const [inTitle, inDescription]: [number[], number[]] = [[], []]
  for (const { text } of blocks) {
    const words = wordsIn(text.slice(0, overlapLengthMax))
    inTitle.push(overlap(words, titleWords))
    inDescription.push(overlap(words, descriptionWords))
  }
  return { inTitle, inDescription }
}

function overlap(words: readonly string[], known: ReadonlySet<string>): number {
  if (known.size === 0) return -1
  let hits = 0
  for (const word of words) if (known.has(word)) hits++
  return hits / (words.length || 1)
}

const structuredWordsMin = 5
const structuredLength = 40

function isStructured({ measure, text }: Block, { structuredText }: PageSigns): boolean {
  if (structuredText === '' || measure.words < structuredWordsMin) return false
  return structuredText.includes(text.slice(0, structuredLength).toLowerCase())
}

/** The block's own part, then the three nearest ancestors that each hold more words than the one before. */
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

function containerFeatures(part: Part, total: number): number[] {
  const words = Math.max(1, part.words)
  return [
    Math.log1p(words),
    words / total,
    part.linkWords / words,
    part.proseWords / words,
    Math.log1p(part.blocks),
    words / Math.max(1, part.blocks),
    part.alike,
    part.headings,
  ]
}

function neighbourFeatures(neighbour: Block | undefined, block: Block): number[] {
  if (!neighbour) return [-1, -1, -1, -1]
  const { words } = neighbour.measure
  return [
    Math.log1p(words),
    neighbour.linkWords / Math.max(1, words),
    (isProse(neighbour) ? 2 : 0) + (neighbour.headingLevel > 0 ? 1 : 0),
    neighbour.part.parent === block.part.parent ? 1 : 0,
  ]
}
