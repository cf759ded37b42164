import type { PageBlock } from './blocks.ts'
import { isCaption } from './captions.ts'

/** Of what is less probable, most is no text. */
const probabilityMin = 0.3
/** Longer sentences are judged by themselves, and so is more in one place. */
const sentenceWordsMax = 15
const wordsMax = 30
const linkShareMax = 0.5

interface Known {
  readonly probabilities: Float32Array
  /** What was chosen first; what is no longer kept of it was left out with a reason. */
  readonly chosen: readonly boolean[]
}

/**
 * Keeps short sentences of a single text of which the model is not certain, with their headings, where all that stands between two chosen blocks
 * behind the first paragraph is of this kind. Modifies `isKept`.
 */
export function keepSentences(
  blocks: readonly PageBlock[],
  isKept: boolean[],
  { probabilities, chosen }: Known,
): void {
  const start = blocks.findIndex(({ isProse, index }) => isProse && isKept[index])
  if (start < 0) return
  const mayBelong = (block: PageBlock, next: PageBlock | undefined): boolean =>
    !chosen[block.index] &&
    !isCaption(block) &&
    (probabilities[block.index] ?? 0) >= probabilityMin &&
    (isSentence(block) || (block.headingLevel > 1 && next !== undefined && isSentence(next)))
  for (let at = start + 1; at < blocks.length; at++) {
    if (isKept[at]) continue
    const from = at
    let [words, isOfText] = [0, true]
    for (; at < blocks.length && !isKept[at]; at++) {
      const block = blocks[at] as PageBlock
      words += block.measure.words
      isOfText &&= words <= wordsMax && mayBelong(block, blocks[at + 1])
    }
    if (isOfText && at < blocks.length) isKept.fill(true, from, at)
  }
}

const isSentence = ({ measure, linkWords, headingLevel }: PageBlock): boolean =>
  headingLevel === 0 &&
  measure.sentenceEnds > 0 &&
  measure.words <= sentenceWordsMax &&
  linkWords <= linkShareMax * measure.words
