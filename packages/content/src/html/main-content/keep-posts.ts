import type { PageBlock, PageOutline, Part } from './blocks.ts'
import { dropQuotes } from './drop-quotes.ts'
import { findPosts } from './posts.ts'
import type { Scores } from './score-blocks.ts'

/** Beside the posts of a page that is not a single text, blocks with a lower probability are names, dates and profiles. */
const besideMin = 0.5

/** Between the title of a thread and its first post stand names, dates and votes, some of them headings. */
const [linesMax, lineWordsMax] = [8, 12]
const titleLevelMax = 3

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
  const posts = findPosts({ parts, blocks }, isKept)
  if (!posts) return undefined
  for (const { index } of blocks) {
    if (posts[index]) isKept[index] = true
    else if (!isText && (probabilities[index] ?? 0) < besideMin) isKept[index] = false
  }
  const title = findTitle(blocks, posts)
  if (title) isKept[title.index] = true
  dropQuotes({ parts, blocks }, isKept, new Set(posts.filter((post) => post !== undefined)))
  return probabilities.map((probability, index) => (posts[index] ? 1 : probability))
}

/** The highest heading close above the first post. */
function findTitle(
  blocks: readonly PageBlock[],
  posts: readonly (Part | undefined)[],
): PageBlock | undefined {
  const first = posts.findIndex((post) => post !== undefined)
  let title: PageBlock | undefined
  for (let index = first - 1; index >= 0 && index >= first - linesMax; index--) {
    const block = blocks[index]
    if (!block) break
    const { headingLevel: level, measure } = block
    if (level > 0 && level <= (title?.headingLevel ?? titleLevelMax)) title = block
    else if (level === 0 && measure.words > lineWordsMax) break
  }
  return title
}
