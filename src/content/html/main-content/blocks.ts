import { isTag, isText, type ChildNode, type Element } from 'domhandler'
import { oneLine } from '#content/html/walk.ts'
import { createMarks, type MarksOf } from './marks.ts'
import { addText, emptyMeasure, type TextMeasure } from './text-measure.ts'

/** An element of the page with what its whole subtree holds. */
export interface Part {
  readonly index: number
  readonly element: Element
  readonly parent: Part | undefined
  readonly depth: number
  /** Words in the subtree, and those of them inside links. */
  words: number
  linkWords: number
  links: number
  /** Words in blocks that read like prose. */
  proseWords: number
  blocks: number
  headings: number
  images: number
  /** Siblings of the same tag and class, this one included. */
  readonly alike: number
  /** Whether a block-level element is anywhere below; an element without is one run of text. */
  hasBlocks: boolean
}

/** A run of text as a reader sees it: a paragraph, a heading, a list item, a table row, a code sample. */
export interface Block {
  readonly index: number
  readonly nodes: readonly ChildNode[]
  /** The block-level element that holds the run; its own tag says what kind of block it is. */
  readonly part: Part
  /** 1 to 6 for a heading, else 0. */
  readonly headingLevel: number
  readonly measure: TextMeasure
  readonly linkWords: number
  readonly links: number
  readonly emphasis: number
  readonly breaks: number
  readonly images: number
  readonly text: string
  /** Words of the page before this block. */
  readonly wordsBefore: number
}

export interface Outline {
  readonly parts: readonly Part[]
  readonly blocks: readonly Block[]
  readonly partOf: ReadonlyMap<ChildNode, Part>
  readonly marksOf: MarksOf
}

/** Divides everything below `root` into parts and blocks, in document order, without recursion. */
export function outline(root: Element): Outline {
  const parts = listParts(root)
  const partOf = new Map<ChildNode, Part>(parts.map((part) => [part.element, part]))
  markContainers(parts)
  const blocks = listBlocks(root, partOf)
  addUp(parts, blocks)
  return { parts, blocks, partOf, marksOf: createMarks() }
}

function listParts(root: Element): Part[] {
  const parts: Part[] = []
  const stack: Opened[] = [{ element: root, parent: undefined, alike: 1 }]
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { element, parent, alike } = top
    const part: Part = {
      index: parts.length,
      element,
      parent,
      depth: (parent?.depth ?? -1) + 1,
      alike,
      words: 0,
      linkWords: 0,
      links: 0,
      proseWords: 0,
      blocks: 0,
      headings: 0,
      images: element.name === 'img' || element.name === 'picture' ? 1 : 0,
      hasBlocks: false,
    }
    parts.push(part)
    pushChildren(part, stack)
  }
  return parts
}

interface Opened {
  readonly element: Element
  readonly parent: Part | undefined
  readonly alike: number
}

function pushChildren(part: Part, stack: Opened[]): void {
  const children = part.element.children.filter(isTag)
  const [only] = children
  if (children.length === 1 && only) {
    stack.push({ element: only, parent: part, alike: 1 })
    return
  }
  const kinds = children.map(kindOf)
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  for (let index = children.length - 1; index >= 0; index--) {
    const element = children[index]
    if (!element) continue
    stack.push({ element, parent: part, alike: counts.get(kinds[index] ?? '') ?? 1 })
  }
}

/** Cards of a grid and posts of a thread share their tag and the beginning of their class. */
function kindOf({ name, attribs }: Element): string {
  const classes = attribs['class']
  return classes === undefined ? name : `${name} ${classes.split(/\s/, 1)[0]}`
}

const inlineTags = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd label mark output ' +
    'picture q ruby rt rp s samp small source span strike strong sub sup time tt u var wbr math'
  ).split(' '),
)

/** Cells stay inside their row as long as they hold nothing but text. */
const cellTags = new Set(['td', 'th'])

const atomicTags = new Set(['pre', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

function markContainers(parts: readonly Part[]): void {
  for (let index = parts.length - 1; index > 0; index--) {
    const part = parts[index]
    if (!part?.parent) continue
    const { name } = part.element
    if (atomicTags.has(name)) part.hasBlocks = false
    const isBlock =
      !inlineTags.has(name) && !(cellTags.has(name) && part.parent.element.name === 'tr')
    if (isBlock || part.hasBlocks) part.parent.hasBlocks = true
  }
}

function listBlocks(root: Element, partOf: ReadonlyMap<ChildNode, Part>): Block[] {
  const blocks: Block[] = []
  let wordsBefore = 0
  const stack: (Part | { run: ChildNode[]; holder: Part })[] = []
  const rootPart = partOf.get(root)
  if (rootPart) stack.push(rootPart)
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    if ('run' in top) {
      const block = readBlock(top.run, top.holder, { index: blocks.length, wordsBefore })
      if (block.measure.words === 0) continue
      blocks.push(block)
      wordsBefore += block.measure.words
      continue
    }
    if (!top.hasBlocks) {
      stack.push({ run: [...top.element.children], holder: top })
      continue
    }
    const entries: typeof stack = []
    let run: ChildNode[] = []
    for (const child of top.element.children) {
      const part = partOf.get(child)
      if (part && (part.hasBlocks || !inlineTags.has(part.element.name))) {
        if (run.length > 0) entries.push({ run, holder: top })
        run = []
        entries.push(part)
      } else run.push(child)
    }
    if (run.length > 0) entries.push({ run, holder: top })
    for (let index = entries.length - 1; index >= 0; index--) {
      const entry = entries[index]
      if (entry) stack.push(entry)
    }
  }
  return blocks
}

const emphasisTags = new Set(['b', 'strong', 'em', 'i', 'code'])

function readBlock(
  run: ChildNode[],
  part: Part,
  at: { index: number; wordsBefore: number },
): Block {
  const measure = emptyMeasure()
  let [linkWords, links, emphasis, breaks, images] = [0, 0, 0, 0, 0]
  const texts: string[] = []
  const stack: { node: ChildNode; isLink: boolean }[] = []
  const startsInLink = isInsideLink(part)
  for (let index = run.length - 1; index >= 0; index--) {
    const node = run[index]
    if (node) stack.push({ node, isLink: startsInLink })
  }
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node } = top
    if (isText(node)) {
      const before = measure.words
      addText(measure, node.data)
      if (top.isLink) linkWords += measure.words - before
      texts.push(node.data)
      continue
    }
    if (!isTag(node)) continue
    if (node.name === 'a') links++
    if (node.name === 'br') breaks++
    if (node.name === 'img') images++
    if (emphasisTags.has(node.name)) emphasis++
    if (cellTags.has(node.name) || node.name === 'br') texts.push(' ')
    const isLink = top.isLink || node.name === 'a'
    for (let index = node.children.length - 1; index >= 0; index--) {
      const child = node.children[index]
      if (child) stack.push({ node: child, isLink })
    }
  }
  const text = oneLine(texts.join(''))
  return {
    nodes: run,
    part,
    headingLevel: headingLevelOf(part),
    measure,
    linkWords,
    links,
    emphasis,
    breaks,
    images,
    text,
    ...at,
  }
}

const headingTags = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']

function headingLevelOf(part: Part): number {
  let ancestor: Part | undefined = part
  for (let step = 0; step < 3 && ancestor; step++) {
    const level = headingTags.indexOf(ancestor.element.name)
    if (level >= 0) return level + 1
    ancestor = ancestor.parent
  }
  return 0
}

/** How far up a link is looked for around a block: cards are links that wrap a few elements. */
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
    if (headingTags.includes(part.element.name)) part.headings++
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
