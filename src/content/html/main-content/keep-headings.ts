import type { Block } from './blocks.ts'

const chanceMin = 0.2

/**
 * Adds to the chosen blocks the headings right above them, unless they are hardly content: what follows cannot be read
 * without them. Lists keep theirs in any case. Changes `isKept`.
 */
export function keepHeadings(
  blocks: readonly Block[],
  isKept: boolean[],
  chances: Float32Array | undefined,
): void {
  for (let index = blocks.length - 2; index >= 0; index--) {
    const next = blocks[index + 1]
    if (!next || (blocks[index]?.headingLevel ?? 0) === 0 || !isKept[index + 1]) continue
    const isLikely = (chances?.[index] ?? 1) >= chanceMin
    if (isLikely || itemTags.has(next.part.element.name)) isKept[index] = true
  }
}

const itemTags = new Set(['li', 'tr', 'dt'])
