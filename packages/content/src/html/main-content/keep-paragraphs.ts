import type { PageBlock, PageOutline } from './blocks.ts'

/** Minimum share of chosen words in the paragraphs of an element. */
const shareMin = 0.6

/** The same where the paragraphs of one element are a text of this many words: they share its fate. */
const longWordsMin = 1_500
const longShareMin = 0.25

/**
 * Completes the paragraphs of a text: the model is less certain in the middle of a very long one, and about short sentences. Modifies `isKept`.
 */
export function keepParagraphs({ parts, blocks }: PageOutline, isKept: boolean[]): void {
  const [words, chosen] = [new Float64Array(parts.length), new Float64Array(parts.length)]
  for (const { index, part, isProse, measure } of blocks) {
    const at = part.parent?.index ?? 0
    if (!isProse) continue
    words[at] = (words[at] as number) + measure.words
    if (isKept[index]) chosen[at] = (chosen[at] as number) + measure.words
  }
  for (const block of blocks) {
    const at = block.part.parent?.index ?? 0
    const most = words[at] as number
    const share = most >= longWordsMin ? longShareMin : shareMin
    const isInText = isPlain(block) && (chosen[at] as number) >= share * most
    const before = isKept[block.index - 1] ? blocks[block.index - 1] : undefined
    if (isInText || (before && isNextSentence(block, before))) isKept[block.index] = true
  }
}

/** Longer ones are judged by themselves. */
const sentenceWordsMax = 15

/** Whether a short sentence is the paragraph behind another one in the same element. */
const isNextSentence = ({ part, measure, ...block }: PageBlock, before: PageBlock): boolean =>
  part.element.name === 'p' &&
  before.part.element.name === 'p' &&
  part.parent === before.part.parent &&
  block.links === block.samePageLinks &&
  measure.sentenceEnds > 0 &&
  measure.words <= sentenceWordsMax

/** More links are those of a line that leads to other pages. */
const linkShareMax = 0.2

const isPlain = ({ isProse, linkWords, part, measure }: PageBlock): boolean =>
  isProse && linkWords <= linkShareMax * measure.words && part.element.name === 'p'
