import type { SiblingGroups } from './sibling-groups.ts'
import type { PageBlock, PageOutline, Part } from './blocks.ts'

/** Minimum number of similar siblings that form a group of items: cards of a grid, posts of a thread. */
const itemsMin = 3
const wordShareMin = 0.6
const itemShareMin = 0.3

/** Elements that repeat in any text. */
const flowTags = new Set('p h1 h2 h3 h4 h5 h6 br hr pre figure img span li tr'.split(' '))

/** The blocks of one kind in the items of one group. */
interface Kind {
  words: number
  keptWords: number
  items: number
  keptItems: number
  /** The last item with a block of this kind, and the last with a chosen one. */
  last: Part | undefined
  lastKept: Part | undefined
  readonly blocks: number[]
}

/**
 * Completes repeated siblings: if most similar blocks among the items of a group are chosen, they are content
 * in every item. Modifies `isKept`.
 */
export function keepRepeats({ parts, blocks, siblings }: PageOutline, isKept: boolean[]): void {
  const items = findItems(parts, siblings)
  const groups = new Map<number, Map<number, Kind>>()
  for (const block of blocks) {
    const item = items[block.part.index]
    if (!item) continue
    const kind = detectKind(groups, siblings.firsts[item.index] ?? 0, block)
    addBlock(kind, block, { item, isKept: isKept[block.index] === true })
  }
  for (const kinds of groups.values()) {
    for (const { words, keptWords, items, keptItems, blocks: own } of kinds.values()) {
      if (items < itemsMin || keptWords < wordShareMin * words) continue
      if (keptItems < itemShareMin * items) continue
      for (const index of own) isKept[index] = true
    }
  }
}

/** A page has fewer kinds of elements than elements. */
const kindsMax = 500_000

function detectKind(
  groups: Map<number, Map<number, Kind>>,
  group: number,
  { part: { kind: own, parent } }: PageBlock,
): Kind {
  let kinds = groups.get(group)
  if (!kinds) groups.set(group, (kinds = new Map<number, Kind>()))
  const key = parent ? parent.kind * kindsMax + own : own
  let kind = kinds.get(key)
  if (!kind) {
    kind = {
      words: 0,
      keptWords: 0,
      items: 0,
      keptItems: 0,
      last: undefined,
      lastKept: undefined,
      blocks: [],
    }
    kinds.set(key, kind)
  }
  return kind
}

/** Adds a block to its kind. The blocks of an item are adjacent, so counting changes of item is enough. */
function addBlock(
  kind: Kind,
  { index, measure }: PageBlock,
  { item, isKept }: { readonly item: Part; readonly isKept: boolean },
): void {
  kind.words += measure.words
  if (kind.last !== item) kind.items++
  kind.last = item
  kind.blocks.push(index)
  if (!isKept) return
  kind.keptWords += measure.words
  if (kind.lastKept !== item) kind.keptItems++
  kind.lastKept = item
}

/** Innermost item around each part. */
function findItems(parts: readonly Part[], siblings: SiblingGroups): (Part | undefined)[] {
  const items: (Part | undefined)[] = []
  for (const part of parts) {
    const isItem =
      part.parent &&
      part.words > 0 &&
      (siblings.counts[part.index] ?? 0) >= itemsMin &&
      !part.traits.isInline &&
      !flowTags.has(part.element.name)
    items.push(isItem ? part : items[part.parent?.index ?? -1])
  }
  return items
}
