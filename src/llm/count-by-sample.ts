import { createYields } from '#kernel/event-loop.ts'

/** A letter of a hostile text takes a microsecond. */
const sampleLength = 1_024
const piecesMax = 32

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number

/**
 * Counts the tokens of a text; those of a long one from pieces of all its parts, because a page of 4 MB would take a second. The event
 * loop runs between the pieces. Ends as soon as there are more than `tokensMax`; the result is then some number above it.
 */
export async function countBySample(
  text: string,
  count: CountTokens,
  tokensMax = Infinity,
): Promise<number> {
  const yields = createYields()
  const { pieces, share } = samplePieces(text)
  let tokens = 0
  for (const piece of pieces) {
    tokens += count(piece)
    if (tokens > tokensMax * share) break
    await yields.next()
  }
  return Math.ceil(tokens / share)
}

/** Pieces of all parts of a text, with their share of it; together the whole text if it is short. */
export function samplePieces(text: string): {
  readonly pieces: readonly string[]
  readonly share: number
} {
  const every = Math.max(sampleLength, Math.floor(text.length / piecesMax))
  const pieces: string[] = []
  for (let from = 0; from < text.length && pieces.length < piecesMax; from += every)
    pieces.push(text.slice(from, from + sampleLength))
  const sampled = pieces.reduce((sum, { length }) => sum + length, 0)
  return { pieces, share: text.length === 0 ? 1 : sampled / text.length }
}
