import type { PageBlock, PageOutline } from './blocks.ts'
import { isCaption } from './captions.ts'
import { endProbabilityMin, followsText } from './follows-text.ts'
import { keptWords } from './kept-words.ts'
import type { Scores } from './score-blocks.ts'

/** Words that sell something or name the author end long texts. */
const textWordsMax = 400
const endWordsMax = 120

/**
 * Keeps what ends a short text in its own element without a link to other pages, although the model is not certain: rows of labels and values, the
 * description of a function, a last sentence. `chosen` has what the model chose; what is no longer kept of it was left out with a reason.
 * Modifies `isKept`.
 */
export function keepEnd(
  page: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
  {
    probabilities,
    chosen,
  }: Pick<Scores, 'probabilities'> & { readonly chosen: readonly boolean[] },
): void {
  const { blocks } = page
  const last = isKept.lastIndexOf(true)
  const before = blocks[last]
  const kept = keptWords(page, isKept)
  if (!before || (kept[0] ?? 0) > textWordsMax) return
  const rest = blocks.slice(last + 1)
  const mayBelong = (block: PageBlock): boolean =>
    !chosen[block.index] &&
    !isCaption(block) &&
    (probabilities[block.index] ?? 0) >= endProbabilityMin &&
    block.links === block.samePageLinks &&
    followsText(block.part, before, kept)
  let words = 0
  const other = rest.findIndex((block) => {
    words += block.measure.words
    return words > endWordsMax || !mayBelong(block)
  })
  const end = other < 0 ? rest : rest.slice(0, other)
  // A heading has its text below it, and a single line that is no sentence is a label.
  const size = end.findLastIndex(({ headingLevel }) => headingLevel === 0) + 1
  if (size === 1 && end[0]?.measure.sentenceEnds === 0) return
  isKept.fill(true, last + 1, last + 1 + size)
}
