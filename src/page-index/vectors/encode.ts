import { foldPlain } from '#page-index/fold.ts'
import { dimensions, startLength, type Table } from './table.ts'

const piecesMax = 400
/** Letters that are no words have few pieces, and each takes many steps to be found. */
const lookupsMax = 8_000
/** Runs of one script that puts no spaces between words, or of other letters. */
const runs =
  /\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|\p{Script=Thai}+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー])[\p{L}\p{N}\p{M}])+/gu

/** The vector of a text, of length 1: the weighted mean of those of its pieces. Zero when it has none that are known. */
export function encode(table: Table, text: string): Float32Array {
  const sum = new Float32Array(dimensions)
  const lookups = { left: lookupsMax }
  let count = 0
  for (const [word] of foldPlain(text).matchAll(runs)) {
    for (const piece of splitPieces(table, word, lookups)) {
      table.addTo(sum, piece)
      count++
    }
    if (count >= piecesMax || lookups.left <= 0) break
  }
  let squares = 0
  for (const number of sum) squares += number * number
  const length = Math.sqrt(squares)
  return length === 0 ? sum : sum.map((number) => number / length)
}

/** The longest pieces from the left; signs that are in no piece are left out. */
function splitPieces(
  { pieces, longest }: Table,
  word: string,
  lookups: { left: number },
): number[] {
  const whole = pieces.get(word)
  if (whole !== undefined) return [whole]
  const found: number[] = []
  for (let at = 0; at < word.length && lookups.left > 0;) {
    const longestHere = longest.get(word.slice(at, at + startLength)) ?? startLength - 1
    let end = Math.min(word.length, at + longestHere)
    for (; end > at; end--) {
      lookups.left -= 1
      const part = word.slice(at, end)
      const piece =
        pieces.get(at === 0 ? part : `##${part}`) ??
        (at > 0 && end - at >= 3 ? pieces.get(part) : undefined)
      if (piece === undefined) continue
      found.push(piece)
      break
    }
    at = Math.max(end, at + 1)
  }
  return found
}
