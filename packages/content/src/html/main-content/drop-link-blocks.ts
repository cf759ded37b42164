import type { PageBlock, PageOutline, Part } from './blocks.ts'
import { isLinkBlock } from './page-kind.ts'

/** Blocks with a higher probability are always kept; so is a list between the paragraphs of a text that is rather content than not. */
const certainMin = 0.95
const amongTextMin = 0.5
const sectionLinkShareMin = 0.5

/**
 * Removes link blocks (headlines of other pages) with a low probability from a text, then the headings that have no text
 * left below them. A list is kept or removed as a whole. Modifies `isKept`.
 */
export function dropLinkBlocks(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
  probabilities: Float32Array,
): void {
  const lists = findLists(parts)
  const counts = new Map<Part, ListCount>()
  const findMin = createFindMin(blocks, isKept)
  for (const block of blocks) {
    const { index } = block
    if (!isKept[index]) continue
    const list = lists[block.part.index]
    const probability = probabilities[index] ?? 0
    if (list) count(counts, list, { block, probability })
    else if (isLinkBlock(block) && probability < certainMin) isKept[index] = false
  }
  for (const { index, part } of blocks) {
    const list = lists[part.index]
    if (list && isKept[index] && isOfReferences(counts.get(list), findMin(list)))
      isKept[index] = false
  }
  dropEmptied(blocks, isKept)
}

/** Returns the probability from which a list is kept: less for one that stands between paragraphs of its own container. */
function createFindMin(blocks: readonly PageBlock[], isKept: readonly boolean[]) {
  const paragraphs = new Map<Part, { readonly first: number; last: number }>()
  for (const { index, part, isProse } of blocks) {
    if (!isProse || !isKept[index] || !part.parent) continue
    const own = paragraphs.get(part.parent)
    if (own) own.last = part.index
    else paragraphs.set(part.parent, { first: part.index, last: part.index })
  }
  return ({ index, parent }: Part): number => {
    const around = parent && paragraphs.get(parent)
    return around && around.first < index && index < around.last ? amongTextMin : certainMin
  }
}

const listTags = new Set(['ul', 'ol', 'dl'])
/** Maximum words; longer lists are page layouts. */
const listWordsMax = 400

/** The outermost list around each part. */
function findLists(parts: readonly Part[]): (Part | undefined)[] {
  const lists: (Part | undefined)[] = []
  for (const part of parts) {
    const around = part.parent && lists[part.parent.index]
    const isList = listTags.has(part.element.name) && part.words <= listWordsMax
    lists.push(around ?? (isList ? part : undefined))
  }
  return lists
}

/** Words of the chosen blocks of a list. */
interface ListCount {
  words: number
  references: number
  /** Words of link blocks times their probabilities. */
  expected: number
}

function count(
  counts: Map<Part, ListCount>,
  list: Part,
  { block, probability }: { readonly block: PageBlock; readonly probability: number },
): void {
  const own = counts.get(list) ?? { words: 0, references: 0, expected: 0 }
  counts.set(list, own)
  own.words += block.measure.words
  if (!isLinkBlock(block)) return
  own.references += block.measure.words
  own.expected += block.measure.words * probability
}

const listShareMin = 0.6

function isOfReferences(list: ListCount | undefined, min: number): boolean {
  if (!list || list.references < listShareMin * list.words) return false
  return list.expected < min * list.references
}

function dropEmptied(blocks: readonly PageBlock[], isKept: boolean[]): void {
  for (let start = 0; start < blocks.length;) {
    const end = endOfSection(blocks, start)
    if ((blocks[start]?.headingLevel ?? 0) > 1 && isEmptied(blocks.slice(start, end), isKept)) {
      isKept[start] = false
    }
    start = end
  }
}

function endOfSection(blocks: readonly PageBlock[], start: number): number {
  let end = start + 1
  while (end < blocks.length && blocks[end]?.headingLevel === 0) end++
  return end
}

/** Whether no block below a heading is kept and its section was mostly links. */
function isEmptied(section: readonly PageBlock[], isKept: readonly boolean[]): boolean {
  let [words, linkWords] = [0, 0]
  for (const { index, measure, linkWords: own } of section.slice(1)) {
    if (isKept[index]) return false
    words += measure.words
    linkWords += own
  }
  return words > 0 && linkWords >= sectionLinkShareMin * words
}
