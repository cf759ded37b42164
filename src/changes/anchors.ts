import type { Run } from './runs.ts'

/** A run that both versions have, by its place in each. */
export interface Place {
  readonly before: number
  readonly after: number
}

/**
 * Runs that two versions share, in the order of both: those at the beginning and the end, and between them those that
 * each has once (patience). What is repeated is left to whoever looks between them. Takes n log n.
 */
export function anchors(before: readonly Run[], after: readonly Run[]): Place[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start]?.text === after[start]?.text) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end)?.text === after.at(-1 - end)?.text) end += 1
  const middle = inOrder(
    shared(
      placesOnce(before, start, before.length - end),
      placesOnce(after, start, after.length - end),
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

/** Texts that stand there once, with their places. */
function placesOnce(runs: readonly Run[], from: number, to: number): Map<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (let index = from; index < to; index += 1) {
    const text = runs[index]?.text ?? ''
    if (places.has(text)) repeated.add(text)
    else places.set(text, index)
  }
  for (const text of repeated) places.delete(text)
  return places
}

function shared(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Place[] {
  return [...before].flatMap(([text, place]) => {
    const there = after.get(text)
    return there === undefined ? [] : [{ before: place, after: there }]
  })
}

/** The longest row of places that rises in both, from places that rise in the first. */
function inOrder(places: readonly Place[]): Place[] {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, { after }] of places.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const half = (low + high) >> 1
      if ((places[ends[half] ?? 0]?.after ?? 0) < after) low = half + 1
      else high = half
    }
    previous[index] = ends[low - 1] ?? -1
    ends[low] = index
  }
  const row: Place[] = []
  for (let index = ends.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const place = places[index]
    if (place) row.push(place)
  }
  return row.toReversed()
}
