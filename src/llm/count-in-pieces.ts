import { createYields } from '#kernel/event-loop.ts'
import { splitText } from '#base/text-pieces.ts'

/** A letter of a hostile text takes a microsecond. */
const pieceLength = 1_024

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number

/**
 * Counts the tokens of a long text in parts, between which the event loop runs: a page of 4 MB takes a second. Ends as soon as there are
 * more than `tokensMax`; the result is then some number above it.
 */
export async function countInPieces(
  text: string,
  count: CountTokens,
  tokensMax = Infinity,
): Promise<number> {
  const yields = createYields()
  let tokens = 0
  for (const piece of splitText(text, pieceLength)) {
    tokens += count(piece)
    if (tokens > tokensMax) break
    await yields.next()
  }
  return tokens
}
