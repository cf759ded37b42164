import type { Token } from './tokens.ts'

/** Tokens that begin between two places, with some more around them. */
export type Between = (left: number, right: number) => readonly Token[]

/** In font sizes: how far tokens may reach into the text around a gap. */
export const [beforeGap, behindGap] = [0.1, 0.15]

/** Finds the tokens of a gap without looking at all of them. */
export function tokensBetween(tokens: readonly Token[]): Between {
  const sorted = tokens.toSorted((a, b) => a.left - b.left)
  const largest = sorted.reduce((size, token) => Math.max(size, token.size), 0)
  const indexOf = (place: number) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((sorted[middle]?.left ?? 0) < place) low = middle + 1
      else high = middle
    }
    return low
  }
  return (left, right) =>
    sorted.slice(indexOf(left - beforeGap * largest), indexOf(right + behindGap * largest))
}
