import { isList, isObject } from '#base/json-values.ts'

/** Values that differ, by their path (`plans[0].price`). */
export type LeafChanges = Readonly<
  Record<string, { readonly previous: unknown; readonly current: unknown }>
>

const changesMax = 1_000
const depthMax = 60

/**
 * Compares two values of JSON. The order of members and white space in texts do not count; a value whose type has changed is one
 * change. At most 1,000 changes are returned.
 */
export function leafChanges(previous: unknown, current: unknown): LeafChanges {
  const changes = new Map<string, { previous: unknown; current: unknown }>()

  function compare(
    [before, after]: readonly [unknown, unknown],
    path: string,
    depth: number,
  ): void {
    if (changes.size >= changesMax) return
    const names = depth < depthMax ? findNames(before, after) : undefined
    if (names) {
      for (const { name, at } of names) {
        compare([getMember(before, name), getMember(after, name)], joined(path, at), depth + 1)
      }
    } else if (!isSame(before, after)) {
      changes.set(path, { previous: before ?? null, current: after ?? null })
    }
  }

  compare([previous, current], '', 0)
  return Object.fromEntries(changes)
}

interface Member {
  readonly name: string | number
  /** In a path. */
  readonly at: string
}

/** The members of two values of the same kind, in order; undefined for others. */
function findNames(before: unknown, after: unknown): readonly Member[] | undefined {
  if (isList(before) && isList(after)) {
    const length = Math.max(before.length, after.length)
    return Array.from({ length }, (_, index) => ({ name: index, at: `[${index}]` }))
  }
  if (!isObject(before) || !isObject(after)) return undefined
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].map((name) => ({ name, at: name }))
}

function getMember(value: unknown, name: string | number): unknown {
  if (typeof name === 'number') return isList(value) ? value[name] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

const joined = (path: string, at: string) =>
  path === '' || at.startsWith('[') ? path + at : `${path}.${at}`

const isSame = (before: unknown, after: unknown) =>
  JSON.stringify(normalised(before ?? null)) === JSON.stringify(normalised(after ?? null))

function normalised(value: unknown): unknown {
  if (typeof value === 'string') {
    return value
      .normalize('NFC')
      .replaceAll(/[\u200B-\u200D\u2060\uFEFF]/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
  }
  if (isList(value)) return value.map(normalised)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, normalised(member)] as const)
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
