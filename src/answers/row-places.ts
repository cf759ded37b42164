import type { LineRange } from '#content/fill/find-rows.ts'
import type { ValuePlace } from '#content/fill/find-places.ts'
import type { Locate } from '#content/fill/locate.ts'
import type { Profile } from '#content/fill/profile.ts'

/** What names a row of a list; absent for a row without a text. */
export type RowKey = { readonly value: string; readonly profile: Profile } | undefined

/** Where a row stands. */
export interface RowPlace {
  /** Whether its name stands where the others do. */
  readonly isFit: boolean
  /** Its lines; absent where its name stands nowhere. */
  readonly range: LineRange | undefined
}

const sharedMin = 2

/** Finds the rows of a list by their names: most stand alike, each in its own block, or up to the name of the next one. */
export function placeRows(
  locate: Locate,
  keys: readonly RowKey[],
  within: LineRange | undefined,
): readonly RowPlace[] {
  const all = keys.map((key) =>
    key
      ? locate
          .places(key.value, key.profile)
          .filter(({ isAside, line }) => !isAside && isInRow(line, within))
      : [],
  )
  const shape = findShape(all)
  const places = all.map((own) =>
    shape === undefined ? own[0] : own.find((place) => readShape(place) === shape),
  )
  const ranges = locate.findRows(places.map((place) => place?.line))
  return all.map((own, index) => ({
    isFit: shape === undefined || own.length === 0 || places[index] !== undefined,
    range: ranges[index],
  }))
}

export const isInRow = (line: number, range: LineRange | undefined): boolean =>
  !range || (line >= range.from && line <= range.to)

/** The shape that most names stand in; undefined when most stand in different ones. */
function findShape(all: readonly (readonly ValuePlace[])[]): string | undefined {
  const counts = new Map<string, number>()
  const lines = new Map<string, Set<number>>()
  for (const places of all) {
    for (const place of places) {
      const shape = readShape(place)
      lines.set(shape, (lines.get(shape) ?? new Set()).add(place.line))
    }
    for (const shape of new Set(places.map(readShape)))
      if (shape !== '') counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  // Of two the one that has a line for each: an address may hold all names.
  const [best] = [...counts].toSorted(
    ([one, own], [other, more]) =>
      more - own || (lines.get(other)?.size ?? 0) - (lines.get(one)?.size ?? 0),
  )
  return best && best[1] >= sharedMin && best[1] * 2 > all.length ? best[0] : undefined
}

/** The elements around a place without their numbers; the column of a cell stays. */
const readShape = ({ selector = '' }: ValuePlace): string =>
  selector.replaceAll(/(?<!(?:td|th)):nth-of-type\(\d{1,6}\)/g, '')
