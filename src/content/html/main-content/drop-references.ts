import type { Block, Outline } from './blocks.ts'
import { isReference } from './page-kind.ts'

/** What is as certain as this stays, whatever it looks like. */
const certainMin = 0.95
const sectionLinkShareMin = 0.5

/**
 * Takes headlines of other pages out of a text: blocks that are mostly links, unless they are certain, and then the headings
 * above them that have nothing left. Changes `isKept`.
 */
export function dropReferences(
  { blocks }: Outline,
  isKept: boolean[],
  chances: Float32Array,
): void {
  for (const [index, block] of blocks.entries()) {
    if (isKept[index] && isReference(block) && (chances[index] ?? 0) < certainMin)
      isKept[index] = false
  }
  for (let start = 0; start < blocks.length;) {
    const end = endOfSection(blocks, start)
    if ((blocks[start]?.headingLevel ?? 0) > 1 && isEmptied(blocks.slice(start, end), isKept)) {
      isKept[start] = false
    }
    start = end
  }
}

function endOfSection(blocks: readonly Block[], start: number): number {
  let end = start + 1
  while (end < blocks.length && blocks[end]?.headingLevel === 0) end++
  return end
}

/** Whether nothing below a heading is kept, and that was mostly links. */
function isEmptied(section: readonly Block[], isKept: readonly boolean[]): boolean {
  let [words, linkWords] = [0, 0]
  for (const { index, measure, linkWords: own } of section.slice(1)) {
    if (isKept[index]) return false
    words += measure.words
    linkWords += own
  }
  return words > 0 && linkWords >= sectionLinkShareMin * words
}
