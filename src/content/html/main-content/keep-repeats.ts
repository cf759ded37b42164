import type { Block, Outline, Part } from './blocks.ts'

/** Siblings of one kind from so many on are items: cards of a grid, posts of a thread. */
const itemsMin = 3
const wordShareMin = 0.6
const itemShareMin = 0.3

/** These follow each other in any text. */
const flowTags = new Set('p h1 h2 h3 h4 h5 h6 br hr pre figure img span li tr'.split(' '))

interface Item {
  readonly group: string
  readonly part: Part
}

interface Kind {
  words: number
  keptWords: number
  readonly items: Set<Part>
  readonly keptItems: Set<Part>
  readonly blocks: number[]
}

/**
 * Completes repeated siblings: where the blocks of one look are mostly chosen among the items of a group, they are content
 * in every item. Changes `isKept`.
 */
export function keepRepeats({ parts, blocks }: Outline, isKept: boolean[]): void {
  const itemOf = itemsOf(parts)
  const kinds = new Map<string, Kind>()
  for (const [index, block] of blocks.entries()) {
    const item = itemOf[block.part.index]
    if (item) addBlock(kinds, block, { item, index, isKept: isKept[index] === true })
  }
  for (const { words, keptWords, items, keptItems, blocks: alike } of kinds.values()) {
    if (items.size < itemsMin || keptWords < wordShareMin * words) continue
    if (keptItems.size < itemShareMin * items.size) continue
    for (const index of alike) isKept[index] = true
  }
}

interface Position {
  readonly item: Item
  readonly index: number
  readonly isKept: boolean
}

function addBlock(kinds: Map<string, Kind>, { part, measure }: Block, at: Position): void {
  const key = `${at.item.group}|${lookOf(part)}<${part.parent ? lookOf(part.parent) : ''}`
  let kind = kinds.get(key)
  if (!kind) {
    kind = { words: 0, keptWords: 0, items: new Set(), keptItems: new Set(), blocks: [] }
    kinds.set(key, kind)
  }
  kind.words += measure.words
  kind.items.add(at.item.part)
  kind.blocks.push(at.index)
  if (!at.isKept) return
  kind.keptWords += measure.words
  kind.keptItems.add(at.item.part)
}

/** The innermost item around each part. */
function itemsOf(parts: readonly Part[]): (Item | undefined)[] {
  const counts = new Map<string, number>()
  const groups = parts.map((part) => {
    if (!part.parent || part.words === 0 || part.isInline || flowTags.has(part.element.name))
      return ''
    const group = `${part.parent.index}${lookOf(part)}`
    counts.set(group, (counts.get(group) ?? 0) + 1)
    return group
  })
  const items: (Item | undefined)[] = []
  for (const [index, part] of parts.entries()) {
    const group = groups[index] ?? ''
    const isItem = (counts.get(group) ?? 0) >= itemsMin
    items.push(isItem ? { group, part } : items[part.parent?.index ?? -1])
  }
  return items
}

/** The tag and the first class. */
function lookOf({ element }: Part): string {
  const classes = element.attribs['class'] ?? ''
  const end = classes.search(/\s/)
  return `${element.name}.${end < 0 ? classes : classes.slice(0, end)}`
}
