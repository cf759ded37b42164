import { isTag, type ChildNode, type Element } from 'domhandler'
import { groupSiblings, type SiblingGroups } from './sibling-groups.ts'
import { createElementKinds, type ElementKind } from './element-kinds.ts'
import { cellTags, readRun, type Run } from './read-run.ts'

/** An element of the page and the totals of its subtree. */
export interface Part extends ElementKind {
  readonly index: number
  readonly element: Element
  readonly parent: Part | undefined
  /** The index of the next part that is not inside this one. */
  end: number
  /** Words in the subtree, and those of them inside links. */
  words: number
  linkWords: number
  links: number
  /** Words in blocks that read like prose. */
  proseWords: number
  blocks: number
  headings: number
  images: number
  readonly isInline: boolean
  /** Whether a descendant is a block-level element; an element without one is a single run of text. */
  hasBlocks: boolean
}

/** A run of text: a paragraph, a heading, a list item, a table row, a code sample. */
export interface Block extends Run {
  readonly index: number
  readonly nodes: readonly ChildNode[]
  /** The block-level element of the run; its tag is the kind of block. */
  readonly part: Part
  /** 1 to 6 for a heading, else 0. */
  readonly headingLevel: number
  /** Words of the page before this block. */
  readonly wordsBefore: number
}

export interface Outline {
  /** The elements in document order; the first is the root. */
  readonly parts: readonly Part[]
  readonly blocks: readonly Block[]
  readonly siblings: SiblingGroups
}

/** Divides the content of `root` into parts and blocks, in document order, without recursion. */
export function outline(root: Element): Outline {
  const parts = listParts(root)
  markContainers(parts)
  const blocks = listBlocks(parts)
  addUp(parts, blocks)
  return { parts, blocks, siblings: groupSiblings(parts) }
}

function listParts(root: Element): Part[] {
  const parts: Part[] = []
  const elements: Element[] = [root]
  const parents: (Part | undefined)[] = [undefined]
  const kindsOf = createElementKinds()
  for (let element = elements.pop(); element !== undefined; element = elements.pop()) {
    const index = parts.length
    const { name, children } = element
    const { kind, exactKind } = kindsOf(element)
    const part: Part = {
      index,
      element,
      parent: parents.pop(),
      kind,
      exactKind,
      end: index + 1,
      words: 0,
      linkWords: 0,
      links: 0,
      proseWords: 0,
      blocks: 0,
      headings: 0,
      images: name === 'img' || name === 'picture' ? 1 : 0,
      isInline: inlineTags.has(name),
      hasBlocks: false,
    }
    parts.push(part)
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at]
      if (!child || !isTag(child)) continue
      elements.push(child)
      parents.push(part)
    }
  }
  return parts
}

const inlineTags = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark output ' +
    'picture q ruby rt rp s samp script small source span strike strong sub sup time tt u var wbr math'
  ).split(' '),
)

const atomicTags = new Set(['pre', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function markContainers(parts: readonly Part[]): void {
  for (let index = parts.length - 1; index > 0; index--) {
    const part = parts[index]
    if (!part?.parent) continue
    const { parent } = part
    const { name } = part.element
    parent.end = Math.max(parent.end, part.end)
    if (atomicTags.has(name)) part.hasBlocks = false
    const isBlock = !part.isInline && !(cellTags.has(name) && parent.element.name === 'tr')
    if (isBlock || part.hasBlocks) parent.hasBlocks = true
  }
}

/** Read position in a container: next child and next part. */
interface Cursor {
  readonly container: Part
  child: number
  part: number
}

function listBlocks(parts: readonly Part[]): Block[] {
  const blocks: Block[] = []
  let wordsBefore = 0
  const cursors: Cursor[] = []
  const open = (container: Part | undefined) => {
    if (container) cursors.push({ container, child: 0, part: container.index + 1 })
  }
  open(parts[0])
  for (let cursor = cursors.at(-1); cursor !== undefined; cursor = cursors.at(-1)) {
    const { container, child } = cursor
    const inner = passRun(cursor, parts)
    const run = container.element.children.slice(child, cursor.child)
    const block = run.length > 0 && readBlock(run, container, { index: blocks.length, wordsBefore })
    if (block && block.measure.words > 0) {
      blocks.push(block)
      wordsBefore += block.measure.words
    }
    if (!inner) cursors.pop()
    else {
      cursor.child++
      cursor.part = inner.end
      open(inner)
    }
  }
  return blocks
}

/** Advances a cursor over one run of text to the part that ends it. */
function passRun(cursor: Cursor, parts: readonly Part[]): Part | undefined {
  const { container } = cursor
  const { children } = container.element
  if (!container.hasBlocks) {
    cursor.child = children.length
    return undefined
  }
  for (; cursor.child < children.length; cursor.child++) {
    const child = children[cursor.child]
    const part = child && isTag(child) ? parts[cursor.part] : undefined
    if (!part) continue
    if (part.hasBlocks || !part.isInline) return part
    cursor.part = part.end
  }
  return undefined
}

function readBlock(
  nodes: ChildNode[],
  part: Part,
  { index, wordsBefore }: { readonly index: number; readonly wordsBefore: number },
): Block {
  const { measure, linkWords, links, samePageLinks, emphasis, breaks, images, text } = readRun(
    nodes,
    isInsideLink(part),
  )
  return {
    index,
    nodes,
    part,
    headingLevel: headingLevelOf(part),
    measure,
    linkWords,
    links,
    samePageLinks,
    emphasis,
    breaks,
    images,
    text,
    wordsBefore,
  }
}

const headingLevels: ReadonlyMap<string, number> = new Map(
  ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name, index) => [name, index + 1]),
)

function headingLevelOf(part: Part): number {
  let ancestor: Part | undefined = part
  for (let step = 0; step < 3 && ancestor; step++) {
    const level = headingLevels.get(ancestor.element.name)
    if (level !== undefined) return level
    ancestor = ancestor.parent
  }
  return 0
}

/** Ancestors searched for a link around a block: cards are links that wrap a few elements. */
const linkLevelsMax = 6

function isInsideLink(part: Part): boolean {
  let ancestor: Part | undefined = part
  for (let level = 0; level < linkLevelsMax && ancestor; level++) {
    if (ancestor.element.name === 'a') return true
    ancestor = ancestor.parent
  }
  return false
}

const proseWordsMin = 12

export function isProse(block: Block): boolean {
  const { words, sentenceEnds, commas } = block.measure
  return words >= proseWordsMin && sentenceEnds + commas > 0 && block.linkWords < words / 3
}

function addUp(parts: readonly Part[], blocks: readonly Block[]): void {
  for (const block of blocks) {
    const { part } = block
    part.words += block.measure.words
    part.linkWords += block.linkWords
    part.links += block.links
    part.blocks++
    if (isProse(block)) part.proseWords += block.measure.words
    if (headingLevels.has(part.element.name)) part.headings++
  }
  for (let index = parts.length - 1; index > 0; index--) {
    const part = parts[index]
    const parent = part?.parent
    if (!part || !parent) continue
    parent.words += part.words
    parent.linkWords += part.linkWords
    parent.links += part.links
    parent.proseWords += part.proseWords
    parent.blocks += part.blocks
    parent.headings += part.headings
    parent.images += part.images
  }
}
