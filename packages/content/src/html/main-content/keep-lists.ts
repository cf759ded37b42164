import type { PageOutline, Part } from './blocks.ts'
import { keptWords } from './kept-words.ts'

/** Elements that are completed: lists and tables without a missing item or row. */
const listTags = new Set(['ul', 'ol', 'dl', 'table', 'pre'])
const listShareMin = 0.6
/** Maximum words; longer elements are page layouts. */
const listWordsMax = 400
/** Minimum share of chosen words in an element for its direct texts to be content too. */
const besideShareMin = 0.9

/** Completes elements that are mostly chosen. Modifies `isKept`. */
export function keepLists({ parts, blocks }: PageOutline, isKept: boolean[]): void {
  const measureShare = shares({ parts, blocks }, isKept)
  const isInList = new Uint8Array(parts.length)
  for (const part of parts) {
    const isList =
      part.words <= listWordsMax &&
      part.words > 0 &&
      listTags.has(part.element.name) &&
      measureShare(part) >= listShareMin
    isInList[part.index] = isList ? 1 : (isInList[part.parent?.index ?? -1] ?? 0)
  }
  for (const { index, part, linkWords } of blocks) {
    if (isKept[index]) continue
    isKept[index] = isInList[part.index] === 1 || (linkWords === 0 && isBeside(part, measureShare))
  }
}

function isBeside({ element, parent }: Part, measureShare: (part: Part) => number): boolean {
  return texts.has(element.name) && !!parent && measureShare(parent) >= besideShareMin
}

const texts = new Set(['p', 'pre', 'blockquote'])

/** Returns the share of a part's words that are in chosen blocks. */
function shares(page: Pick<PageOutline, 'parts' | 'blocks'>, isKept: readonly boolean[]) {
  const kept = keptWords(page, isKept)
  return ({ index, words }: Part) => (kept[index] ?? 0) / (words || 1)
}
