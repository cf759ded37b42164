import type { PageBlock, PageOutline, Part } from './blocks.ts'
import { wordsIn } from './page-features.ts'
import { hashWord } from './word-hash.ts'

/** Number of words in a row that are compared. */
const runLength = 5
/** A quote of which more is known repeats earlier posts. */
const knownShareMin = 0.6

/**
 * Removes the quotes in posts that repeat earlier posts. `posts` has the element of the post around each block. Modifies
 * `isKept`.
 */
export function dropQuotes(
  { parts, blocks }: Pick<PageOutline, 'parts' | 'blocks'>,
  isKept: boolean[],
  posts: ReadonlySet<Part>,
): void {
  const { quotes, isInPost } = readQuotes(parts, posts)
  if (quotes.every((quote) => !quote)) return
  const known = new Set<number>()
  for (let index = 0; index < blocks.length; index++) {
    const { part } = blocks[index] as PageBlock
    const quote = quotes[part.index]
    if (quote) {
      let end = index + 1
      while (end < blocks.length && quotes[(blocks[end] as PageBlock).part.index] === quote) end++
      if (isRepeated(blocks.slice(index, end), known)) isKept.fill(false, index, end)
      index = end - 1
    } else if (isInPost[part.index]) {
      for (const run of findRuns(blocks[index] as PageBlock)) known.add(run)
    }
  }
}

/** For each part, the outermost quote around it that is inside of a post, and whether it is in a post. */
function readQuotes(parts: readonly Part[], posts: ReadonlySet<Part>) {
  const quotes: (Part | undefined)[] = []
  const isInPost = new Uint8Array(parts.length)
  const holdsPost = new Uint8Array(parts.length)
  for (const post of posts)
    for (let at: Part | undefined = post; at && holdsPost[at.index] === 0; at = at.parent)
      holdsPost[at.index] = 1
  for (const part of parts) {
    const around = part.parent?.index ?? -1
    const isInside = isInPost[around] === 1
    quotes.push(
      quotes[around] ??
        (isInside && holdsPost[part.index] === 0 && isQuote(part) ? part : undefined),
    )
    isInPost[part.index] = isInside || posts.has(part) ? 1 : 0
  }
  return { quotes, isInPost }
}

const isQuote = ({ element: { name, attribs } }: Part): boolean =>
  name === 'blockquote' || /quote/i.test(attribs['class'] ?? '')

function isRepeated(quote: readonly PageBlock[], known: ReadonlySet<number>): boolean {
  let [all, old] = [0, 0]
  for (const block of quote) {
    for (const run of findRuns(block)) {
      all++
      if (known.has(run)) old++
    }
  }
  return old > 0 && old >= knownShareMin * all
}

/** A number for each run of words of a block. */
function findRuns({ text }: PageBlock): number[] {
  const words = wordsIn(text).map(hashWord)
  const runs: number[] = []
  for (let index = 0; index + runLength <= words.length; index++) {
    let run = 0
    for (let at = index; at < index + runLength; at++)
      run = (Math.imul(run, 0x9e3779b1) + (words[at] as number)) | 0
    runs.push(run)
  }
  return runs
}
