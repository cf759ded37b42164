import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { codeAt } from '#content/html/code-at.ts'
import { groupSiblings, type SiblingGroups } from './sibling-groups.ts'
import { createElementKinds, type ElementKind } from './element-kinds.ts'
import { isLink, readRun, type ChosenRun } from './read-run.ts'
import { isWordEnd } from './text-measure.ts'

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
  /** Whether a descendant is a block-level element; an element without one is a single run of text. */
  hasBlocks: boolean
}

/** Whether a part is another one or inside it. */
export const isWithin = (part: Part, { index, end }: Part): boolean =>
  part.index >= index && part.index < end

/** The parts around a block that begin with it, the innermost first. */
export function partsBegunBy(blocks: readonly PageBlock[], index: number): Part[] {
  const before = blocks[index - 1]?.part.index ?? -1
  const found: Part[] = []
  for (let at = blocks[index]?.part.parent; at && at.index > before; at = at.parent) found.push(at)
  return found
}

/** A run of text: a paragraph, a heading, a list item, a table row, a code sample. */
export interface PageBlock extends ChosenRun {
  readonly index: number
  readonly nodes: readonly ChildNode[]
  /** The block-level element of the run; its tag is the kind of block. */
  readonly part: Part
  /** 1 to 6 for a heading, else 0. */
  readonly headingLevel: number
  /** Whether it reads like prose. */
  readonly isProse: boolean
  /** Words of the page before this block. */
  readonly wordsBefore: number
}

export interface PageOutline {
  /** The elements in document order; the first is the root. */
  readonly parts: readonly Part[]
  readonly blocks: readonly PageBlock[]
  readonly siblings: SiblingGroups
}

/** Divides the content of `root` into parts and blocks, in document order, without recursion. */
export function outline(root: Element): PageOutline {
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
  const findKind = createElementKinds()
  for (let element = elements.pop(); element !== undefined; element = elements.pop()) {
    const index = parts.length
    const { children } = element
    const { kind, exactKind, traits } = findKind(element)
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
      images: traits.isPicture ? 1 : 0,
      traits,
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

function markContainers(parts: readonly Part[]): void {
  for (let index = parts.length - 1; index > 0; index--) {
    const part = parts[index]
    if (!part?.parent) continue
    const { parent, traits } = part
    parent.end = Math.max(parent.end, part.end)
    if (traits.isAtomic) part.hasBlocks = false
    const isBlock = !traits.isInline && !(traits.isCell && parent.element.name === 'tr')
    if (isBlock || part.hasBlocks) parent.hasBlocks = true
  }
}

/** Read position in a container: next child and next part. */
interface Cursor {
  readonly container: Part
  child: number
  part: number
}

function listBlocks(parts: readonly Part[]): PageBlock[] {
  const blocks: PageBlock[] = []
  let wordsBefore = 0
  const add = (nodes: readonly ChildNode[], container: Part) => {
    const run = readRun(nodes, isInsideLink(container))
    if (run.measure.words === 0) return
    blocks.push(toBlock(run, container, { index: blocks.length, nodes, wordsBefore }))
    wordsBefore += run.measure.words
  }
  const cursors: Cursor[] = parts.slice(0, 1).map(start)
  for (let cursor = cursors.at(-1); cursor !== undefined; cursor = cursors.at(-1)) {
    const { container, child } = cursor
    const inner = passRun(cursor, parts)
    const { children } = container.element
    if (!isBlank(children, child, cursor.child)) add(children.slice(child, cursor.child), container)
    if (!inner) {
      cursors.pop()
      continue
    }
    cursor.child++
    cursor.part = inner.end
    if (inner.hasBlocks) cursors.push(start(inner))
    else if (inner.element.children.length > 0) add(inner.element.children, inner)
  }
  return blocks
}

/** Whether some of these nodes are none, or one text without words: most of them are the indentation between two elements. */
function isBlank(nodes: readonly ChildNode[], from: number, to: number): boolean {
  if (from === to) return true
  const node = nodes[from]
  if (to - from > 1 || !node || !isText(node)) return false
  const { data } = node
  const { length } = data
  for (let at = 0; at < length; at++) if (!isWordEnd(codeAt(data, at))) return false
  return true
}

const start = (container: Part): Cursor => ({ container, child: 0, part: container.index + 1 })

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
    if (part.hasBlocks || !part.traits.isInline) return part
    cursor.part = part.end
  }
  return undefined
}

const toBlock = (
  run: ChosenRun,
  part: Part,
  place: Pick<PageBlock, 'index' | 'nodes' | 'wordsBefore'>,
): PageBlock => ({
  ...run,
  ...place,
  part,
  headingLevel: measureHeadingLevel(part),
  isProse: isProse(run),
})

function measureHeadingLevel(part: Part): number {
  let ancestor: Part | undefined = part
  for (let step = 0; step < 3 && ancestor; step++) {
    if (ancestor.traits.headingLevel > 0) return ancestor.traits.headingLevel
    ancestor = ancestor.parent
  }
  return 0
}

/** Ancestors searched for a link around a block: cards are links that wrap a few elements. */
const linkLevelsMax = 6

function isInsideLink(part: Part): boolean {
  let ancestor: Part | undefined = part
  for (let level = 0; level < linkLevelsMax && ancestor; level++) {
    if (ancestor.element.name === 'a' && isLink(ancestor.element)) return true
    ancestor = ancestor.parent
  }
  return false
}

const proseWordsMin = 12

function isProse({ measure, linkWords }: ChosenRun): boolean {
  const { words, sentenceEnds, commas } = measure
  return words >= proseWordsMin && sentenceEnds + commas > 0 && linkWords < words / 3
}

function addUp(parts: readonly Part[], blocks: readonly PageBlock[]): void {
  for (const block of blocks) {
    const { part } = block
    part.words += block.measure.words
    part.linkWords += block.linkWords
    part.links += block.links
    part.blocks++
    if (block.isProse) part.proseWords += block.measure.words
    if (part.traits.headingLevel > 0) part.headings++
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
