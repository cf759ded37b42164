import type { PageBlock } from './blocks.ts'

const proseShareMin = 0.7

/** A page with at least this many probable paragraphs is a text even if it has many links. */
const paragraphsMin = 3
const paragraphProbabilityMin = 0.7
const textShareMin = 0.3

/**
 * Whether a page is a single text (article, chapter, thread): most words that are likely to be content
 * are prose. Grids, listings, products and tables are not.
 */
export function isSingleText(blocks: readonly PageBlock[], probabilities: Float32Array): boolean {
  let [expected, prose, references, paragraphs] = [0, 0, 0, 0]
  for (const block of blocks) {
    const probability = probabilities[block.index] ?? 0
    const words = block.measure.words * probability
    expected += words
    if (block.isProse) {
      prose += words
      if (probability > paragraphProbabilityMin) paragraphs++
    } else if (isLinkBlock(block)) references += words
  }
  if (prose > proseShareMin * expected) return true
  const isText = paragraphs >= paragraphsMin && prose >= textShareMin * expected
  return isText && prose > proseShareMin * (expected - references)
}

/** Minimum share of link words of a block that links to other pages. */
const linkShareMin = 0.6
const wordsMin = 4

/** Whether a block consists mostly of links to other pages. */
export const isLinkBlock = ({ linkWords, links, samePageLinks, measure }: PageBlock): boolean =>
  measure.words >= wordsMin &&
  linkWords >= linkShareMin * measure.words &&
  (links === 0 || samePageLinks < links)
