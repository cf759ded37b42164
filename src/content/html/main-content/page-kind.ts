import { isProse, type Block } from './blocks.ts'

const proseShareMin = 0.7

/** A text with so many certain paragraphs is not made a directory by the links to other pages beside it. */
const paragraphsMin = 3
const paragraphChanceMin = 0.7
const textShareMin = 0.3

/**
 * Whether a page is one text, such as an article, a chapter or a thread: most of the words that are likely to be content
 * stand in prose. Grids, listings, products and tables are not.
 */
export function isOneText(blocks: readonly Block[], chances: Float32Array): boolean {
  let [expected, prose, references, paragraphs] = [0, 0, 0, 0]
  for (const [index, block] of blocks.entries()) {
    const chance = chances[index] ?? 0
    const words = block.measure.words * chance
    expected += words
    if (isProse(block)) {
      prose += words
      if (chance > paragraphChanceMin) paragraphs++
    } else if (isReference(block)) references += words
  }
  if (prose > proseShareMin * expected) return true
  const isText = paragraphs >= paragraphsMin && prose >= textShareMin * expected
  return isText && prose > proseShareMin * (expected - references)
}

/** So much of a block that leads elsewhere is links. */
const linkShareMin = 0.6
const wordsMin = 4

/** Whether a block is hardly more than links to other pages. */
export const isReference = ({ linkWords, links, ownLinks, measure }: Block): boolean =>
  measure.words >= wordsMin &&
  linkWords >= linkShareMin * measure.words &&
  (links === 0 || ownLinks < links)
