import { createYields } from '#kernel/event-loop.ts'
import { splitText } from '#base/text-pieces.ts'

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number

/** Counts the tokens of a long text in parts, between which the event loop runs: a page of 4 MB takes a second. */
export async function countInPieces(text: string, count: CountTokens): Promise<number> {
  const yields = createYields()
  let tokens = 0
  for (const piece of splitText(text)) {
    tokens += count(piece)
    await yields.next()
  }
  return tokens
}
