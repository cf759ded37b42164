import type { PageOutline } from './blocks.ts'

/** Chosen words in each part. */
export function keptWords(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: readonly boolean[],
): Float64Array {
  const words = new Float64Array(parts.length)
  for (const { index, part, measure } of blocks) {
    if (isKept[index]) words[part.index] = (words[part.index] ?? 0) + measure.words
  }
  for (let index = parts.length - 1; index > 0; index--) {
    const parent = parts[index]?.parent
    if (parent) words[parent.index] = (words[parent.index] ?? 0) + (words[index] ?? 0)
  }
  return words
}
