import type { Block } from './blocks.ts'

/**
 * Adds to the chosen blocks the headings right above them: whatever the model thinks of such a short text, what
 * follows cannot be read without it. Changes `isKept`.
 */
export function keepHeadings(
  blocks: readonly Pick<Block, 'headingLevel'>[],
  isKept: boolean[],
): void {
  for (let index = blocks.length - 2; index >= 0; index--) {
    if ((blocks[index]?.headingLevel ?? 0) > 0 && isKept[index + 1]) isKept[index] = true
  }
}
