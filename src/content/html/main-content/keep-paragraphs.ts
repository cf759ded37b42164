import type { Block, Outline } from './blocks.ts'

/** Minimum share of chosen words in the paragraphs of an element. */
const shareMin = 0.6

/** Completes the paragraphs of a text: in the middle of a very long one the model is less certain. Modifies `isKept`. */
export function keepParagraphs({ parts, blocks }: Outline, isKept: boolean[]): void {
  const [words, chosen] = [new Float64Array(parts.length), new Float64Array(parts.length)]
  for (const { index, part, isProse, measure } of blocks) {
    const at = part.parent?.index ?? 0
    if (!isProse) continue
    words[at] = (words[at] as number) + measure.words
    if (isKept[index]) chosen[at] = (chosen[at] as number) + measure.words
  }
  for (const block of blocks) {
    const at = block.part.parent?.index ?? 0
    if (isPlain(block) && (chosen[at] as number) >= shareMin * (words[at] as number))
      isKept[block.index] = true
  }
}

const isPlain = ({ isProse, linkWords, part }: Block): boolean =>
  isProse && linkWords === 0 && part.element.name === 'p'
