import type { PageBlock, PageOutline, Part } from './blocks.ts'
import { keptWords } from './kept-words.ts'

const itemsMin = 3
const wordsMax = 8
const keptShareMin = 0.6
const levelsMax = 4

/**
 * Keeps the names of cards: the short first lines of repeated elements that are chosen but for these; beside a text, only those that link to
 * another page. Modifies `isKept`.
 */
export function keepNames(page: PageOutline, isKept: boolean[], isText = false): void {
  const { blocks, siblings } = page
  const kept = keptWords(page, isKept)
  /** What several items say is no name. */
  const counts = new Map<string, number>()
  for (const { text } of blocks) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const [at, block] of blocks.entries()) {
    const { part, measure, text } = block
    if (isText && !isTitle(block)) continue
    if (isKept[at] || measure.words > wordsMax || (counts.get(text) ?? 0) > 1) continue
    const before = blocks[at - 1]?.part.index ?? -1
    let item: Part | undefined = part
    for (let level = 0; level < levelsMax && item && item.index > before; level++) {
      const isRepeated = (siblings.counts[item.index] ?? 0) >= itemsMin && !item.traits.isFlow
      const own = kept[item.index] ?? 0
      if (isRepeated && own > 0) {
        isKept[at] = own >= keptShareMin * (item.words - measure.words)
        break
      }
      item = item.parent
    }
  }
}

const isTitle = ({ linkWords, links, samePageLinks, measure }: PageBlock): boolean =>
  linkWords >= measure.words && links > samePageLinks
