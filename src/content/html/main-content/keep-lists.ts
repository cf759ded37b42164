import type { Outline, Part } from './blocks.ts'

/** Elements that are completed: lists and tables without a missing item or row. */
const listTags = new Set(['ul', 'ol', 'dl', 'table', 'pre'])
const listShareMin = 0.6
/** Maximum words; longer elements are page layouts. */
const listWordsMax = 400
/** Minimum share of chosen words in an element for its direct texts to be content too. */
const besideShareMin = 0.9

/** Completes elements that are mostly chosen. Modifies `isKept`. */
export function keepLists({ parts, blocks }: Outline, isKept: boolean[]): void {
  const shareOf = shares({ parts, blocks }, isKept)
  const isInList = new Uint8Array(parts.length)
  for (const part of parts) {
    const isList =
      part.words <= listWordsMax &&
      part.words > 0 &&
      listTags.has(part.element.name) &&
      shareOf(part) >= listShareMin
    isInList[part.index] = isList ? 1 : (isInList[part.parent?.index ?? -1] ?? 0)
  }
  for (const { index, part, linkWords } of blocks) {
    if (isKept[index]) continue
    isKept[index] = isInList[part.index] === 1 || (linkWords === 0 && isBeside(part, shareOf))
  }
}

function isBeside({ element, parent }: Part, shareOf: (part: Part) => number): boolean {
  return texts.has(element.name) && !!parent && shareOf(parent) >= besideShareMin
}

const texts = new Set(['p', 'pre', 'blockquote'])

/** Returns the share of a part's words that are in chosen blocks. */
function shares({ parts, blocks }: Pick<Outline, 'parts' | 'blocks'>, isKept: readonly boolean[]) {
  const all = new Float64Array(parts.length)
  const kept = new Float64Array(parts.length)
  for (const { index, part, measure } of blocks) {
    add(all, part, measure.words)
    if (isKept[index]) add(kept, part, measure.words)
  }
  for (let index = parts.length - 1; index > 0; index--) {
    const parent = parts[index]?.parent
    if (!parent) continue
    add(all, parent, all[index] ?? 0)
    add(kept, parent, kept[index] ?? 0)
  }
  return ({ index }: Part) => (kept[index] ?? 0) / (all[index] || 1)
}

function add(sums: Float64Array, { index }: Part, words: number): void {
  sums[index] = (sums[index] ?? 0) + words
}
