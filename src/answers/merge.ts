import { isObject, type JsonObject } from '#base/json-values.ts'
import { oneLine } from '#base/one-line.ts'

/** Members that name a thing. */
const identifying = ['id', 'sku', 'url', 'link', 'name', 'title']

/**
 * One value from the answers to the parts of a text, in their order. Of scalars the first that is there counts. Lists are
 * joined; an item that an earlier part has given too is taken once. Members of objects are merged one by one.
 */
export function mergeAnswers(answers: readonly unknown[]): unknown {
  let merged: unknown
  for (const answer of answers) merged = mergeTwo(merged, answer)
  return merged ?? null
}

function mergeTwo(earlier: unknown, later: unknown): unknown {
  if (isNothing(earlier)) return later ?? earlier
  if (isNothing(later)) return earlier
  if (Array.isArray(earlier) && Array.isArray(later)) return mergeLists(earlier, later)
  return isObject(earlier) && isObject(later) ? mergeObjects(earlier, later) : earlier
}

function mergeObjects(earlier: JsonObject, later: JsonObject): JsonObject {
  const names = [...new Set([...Object.keys(earlier), ...Object.keys(later)])]
  return Object.fromEntries(
    names.map((name) => [name, mergeTwo(ownMember(earlier, name), ownMember(later, name))]),
  )
}

/** Items of one list are never joined with each other: only the page decides what is there twice. */
function mergeLists(earlier: readonly unknown[], later: readonly unknown[]): unknown[] {
  const merged = [...earlier]
  const indexes = new Map<string, number>()
  for (const [index, item] of earlier.entries()) {
    for (const key of listKeys(item)) if (!indexes.has(key)) indexes.set(key, index)
  }
  for (const item of later) {
    const index = listKeys(item)
      .map((key) => indexes.get(key))
      .find((found) => found !== undefined)
    const same = index === undefined ? undefined : merged[index]
    if (index !== undefined && isCompatible(same, item)) merged[index] = mergeTwo(same, item)
    else merged.push(item)
  }
  return merged
}

/** Equal keys may mean the same thing. */
function listKeys(item: unknown): string[] {
  if (!isObject(item)) return [JSON.stringify(folded(item))]
  const named = identifying.flatMap((name) => {
    const value = ownMember(item, name)
    return typeof value === 'string' || typeof value === 'number'
      ? [JSON.stringify([name, folded(value)])]
      : []
  })
  return named.length > 0 ? named : [JSON.stringify(folded(item))]
}

/** Whether two items contradict each other nowhere. */
function isCompatible(earlier: unknown, later: unknown): boolean {
  if (isNothing(earlier) || isNothing(later)) return true
  if (isObject(earlier) && isObject(later)) {
    return Object.entries(earlier).every(([name, member]) =>
      isCompatible(member, ownMember(later, name)),
    )
  }
  if (Array.isArray(earlier) && Array.isArray(later)) return true
  return JSON.stringify(folded(earlier)) === JSON.stringify(folded(later))
}

function folded(value: unknown): unknown {
  if (typeof value === 'string') return oneLine(value.normalize('NFKC').toLowerCase())
  if (Array.isArray(value)) return value.map(folded)
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, folded(member)] as const)
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const isNothing = (value: unknown): boolean => value === null || value === undefined
const ownMember = (object: JsonObject, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
