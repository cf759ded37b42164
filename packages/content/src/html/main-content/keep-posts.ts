import type { PageOutline } from './blocks.ts'
import { dropQuotes } from './drop-quotes.ts'
import { findPosts } from './posts.ts'
import type { Scores } from './score-blocks.ts'

/** Beside the posts of a page that is not a single text, blocks with a lower probability are names, dates and profiles. */
const besideMin = 0.5

/**
 * Completes threads: where the posts are most of what is chosen or most of the text of the page, all of them are content, also the
 * later ones and replies to replies; quotes of earlier posts are not. Modifies `isKept`. Returns the scores with certainty for the
 * posts, and undefined for pages without a thread.
 */
export function keepPosts(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
  { probabilities, isText }: Scores,
): Float32Array | undefined {
  const posts = findPosts({ parts, blocks }, isKept, isText)
  if (!posts) return undefined
  for (const { index } of blocks) {
    if (posts[index]) isKept[index] = true
    else if (!isText && (probabilities[index] ?? 0) < besideMin) isKept[index] = false
  }
  dropQuotes({ parts, blocks }, isKept, new Set(posts.filter((post) => post !== undefined)))
  return probabilities.map((probability, index) => (posts[index] ? 1 : probability))
}
