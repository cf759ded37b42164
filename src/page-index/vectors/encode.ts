import { foldPlain } from '#page-index/fold.ts'
import { dimensions, type Table } from './table.ts'

const piecesMax = 400
/** Runs of one script that puts no spaces between words, or of other letters. */
const runs =
  /\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|\p{Script=Thai}+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー])[\p{L}\p{N}\p{M}])+/gu

/** The vector of a text, of length 1: the weighted mean of those of its pieces. Zero when it has none that are known. */
export function encode(table: Table, text: string): Float32Array {
  const sum = new Float32Array(dimensions)
  let count = 0
  for (const [word] of foldPlain(text).matchAll(runs)) {
    for (const piece of splitPieces(table, word)) {
      table.addTo(sum, piece)
      count++
    }
    if (count >= piecesMax) break
  }
  let squares = 0
  for (const number of sum) squares += number * number
  const length = Math.sqrt(squares)
  return length === 0 ? sum : sum.map((number) => number / length)
}

/** The longest pieces from the left; signs that are in no piece are left out. */
function splitPieces({ pieces, longestPiece }: Table, word: string): number[] {
  const whole = pieces.get(word)
  if (whole !== undefined) return [whole]
  const found: number[] = []
  for (let at = 0; at < word.length;) {
    let end = Math.min(word.length, at + longestPiece)
    for (; end > at; end--) {
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
