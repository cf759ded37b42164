const textLengthMax = 1_000

/** Scripts that put no spaces between words are compared by characters. */
const word = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu

const splitWords = (text: string): Set<string> =>
  new Set(text.slice(0, textLengthMax).toLowerCase().match(word))

/** Share of the words of the shorter text that the other one has too: 0 to 1. */
export function wordOverlap(one: string, other: string): number {
  const [first, second] = [splitWords(one), splitWords(other)]
  if (first.size === 0 || second.size === 0) return 0
  return first.intersection(second).size / Math.min(first.size, second.size)
}
