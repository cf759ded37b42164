import type { Block } from './blocks.ts'

const chanceMin = 0.1

/**
 * Adds to the chosen blocks the headings above them, unless they are hardly content: what follows cannot be read without
 * them. Lists keep theirs in any case. Changes `isKept`.
 */
export function keepHeadings(
  blocks: readonly Block[],
  isKept: boolean[],
  chances: Float32Array | undefined,
): void {
  /** The next block that is no heading. */
  let next: Block | undefined
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index]
    if (!block) continue
    if (block.headingLevel === 0) {
      next = block
      continue
    }
    if (!next || !isKept[next.index]) continue
    const isLikely = (chances?.[index] ?? 1) >= chanceMin
    if (isLikely || itemTags.has(next.part.element.name)) isKept[index] = true
  }
}

const itemTags = new Set(['li', 'tr', 'dt'])
