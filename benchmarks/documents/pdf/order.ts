const length = 4

/**
 * Share of a text that another contains, 0 to 1, by sequences of four words; and the share of sequences that occur once in both
 * and are in the same order.
 */
export function inOrder(
  wanted: readonly string[],
  got: readonly string[],
): { found: number; ordered: number } {
  const [places, others] = [listPlaces(wanted), listPlaces(got)]
  let pieces = 0
  let found = 0
  const sequence: number[] = []
  for (const [piece, at] of places) {
    pieces += at.length
    const there = others.get(piece) ?? []
    found += Math.min(at.length, there.length)
    if (at.length === 1 && there.length === 1) sequence.push(there[0] ?? 0)
  }
  return {
    found: found / Math.max(1, pieces),
    ordered: longestRise(sequence) / Math.max(1, sequence.length),
  }
}

function listPlaces(words: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>()
  for (let at = 0; at + length <= words.length; at++) {
    const piece = words.slice(at, at + length).join(' ')
    const known = places.get(piece)
    if (known) known.push(at)
    else places.set(piece, [at])
  }
  return places
}

/** Length of the longest increasing subsequence. */
function longestRise(values: readonly number[]): number {
  const ends: number[] = []
  for (const value of values) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] ?? 0) < value) low = middle + 1
      else high = middle
    }
    ends[low] = value
  }
  return ends.length
}
