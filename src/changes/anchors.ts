import type { ChangedRun } from './runs.ts'

/** A run that both versions have, by its index in each. */
export interface Match {
  readonly before: number
  readonly after: number
}

/**
 * Returns the runs that two versions share, in the order of both: the common start and end, and between them the runs that are
 * unique in each (patience diff). Repeated runs are left to the caller. Takes n log n.
 */
export function anchors(before: readonly ChangedRun[], after: readonly ChangedRun[]): Match[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start]?.text === after[start]?.text) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end)?.text === after.at(-1 - end)?.text) end += 1
  const middle = longestIncreasing(
    shared(
      uniqueIndexes(before, start, before.length - end),
      uniqueIndexes(after, start, after.length - end),
    ),
  )
  return [
    ...Array.from({ length: start }, (_, index) => ({ before: index, after: index })),
    ...middle,
    ...Array.from({ length: end }, (_, index) => ({
      before: before.length - end + index,
      after: after.length - end + index,
    })),
  ]
}

/** Indexes of texts that occur once. */
function uniqueIndexes(runs: readonly ChangedRun[], from: number, to: number): Map<string, number> {
  const indexes = new Map<string, number>()
  const repeated = new Set<string>()
  for (let index = from; index < to; index += 1) {
    const text = runs[index]?.text ?? ''
    if (indexes.has(text)) repeated.add(text)
    else indexes.set(text, index)
  }
  for (const text of repeated) indexes.delete(text)
  return indexes
}

function shared(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Match[] {
  return [...before].flatMap(([text, match]) => {
    const there = after.get(text)
    return there === undefined ? [] : [{ before: match, after: there }]
  })
}

/** The longest subsequence that increases in both versions; the input increases in the first. */
function longestIncreasing(matches: readonly Match[]): Match[] {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, { after }] of matches.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const half = (low + high) >> 1
      if ((matches[ends[half] ?? 0]?.after ?? 0) < after) low = half + 1
      else high = half
    }
    previous[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const row: Match[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const match = matches[index]
    if (match) row.push(match)
  }
  return row.toReversed()
}
