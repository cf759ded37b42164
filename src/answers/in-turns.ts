import { createYields } from '#kernel/event-loop.ts'

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number

const pieceLengthMax = 32_768

/** Parts of a long text, which end behind a line, or else a space, if possible. */
export function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const most = from + pieceLengthMax
    const to = most < text.length ? endOfPiece(text, from, most) : text.length
    yield text.slice(from, to)
    from = to
  }
}

function endOfPiece(text: string, from: number, most: number): number {
  const ends = ['\n', ' '].map((sign) => text.lastIndexOf(sign, most - 1) + 1)
  return ends.find((end) => end > from) ?? most
}

/** Counts the tokens of a long text in parts, between which the event loop runs: a page of 4 MB takes a second. */
export async function countInTurns(text: string, count: CountTokens): Promise<number> {
  const yields = createYields()
  let tokens = 0
  for (const piece of piecesOf(text)) {
    tokens += count(piece)
    await yields.next()
  }
  return tokens
}
