import { isObject } from '#base/json-values.ts'
import { isDeepStrictEqual } from 'node:util'
import type { Addition } from './addition.ts'

type Members = Readonly<Record<string, unknown>>

/** Members to add: entries of objects by name, and items of lists by `id`. */
type Wanted = Readonly<Record<string, Members | readonly { readonly id: string }[]>>

/** Adds members to a JSON file and keeps everything else, with its indentation. A file with comments is refused: they would be lost. */
export function addToJson(text: string | undefined, wanted: Wanted): Addition {
  const byHand = JSON.stringify(wanted, null, 2)
  const refuse = (reason: string): Addition => ({ state: 'refused', reason, byHand })
  if (text === undefined || text.trim() === '')
    return { state: 'added', text: `${byHand}\n`, part: byHand }
  const present = parsed(text)
  if (!isObject(present)) return refuse('It is not plain JSON (it may have comments).')
  const merged: Record<string, unknown> = { ...present }
  for (const [member, additions] of Object.entries(wanted)) {
    const before = Object.hasOwn(present, member) ? present[member] : undefined
    const after = isObject(additions)
      ? withEntries(before, additions)
      : withItems(before, additions)
    if (after === undefined) return refuse(`Its member ${member} has another weir.`)
    merged[member] = after
  }
  if (isDeepStrictEqual(merged, present)) return { state: 'present' }
  const indentation = /^([ \t]+)"/m.exec(text)?.[1] ?? '  '
  const lines = JSON.stringify(merged, null, indentation)
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  return { state: 'added', text: `${lines}\n`.replaceAll('\n', end), part: byHand }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Undefined if an entry of the name has another value, or if there is no room for entries. */
function withEntries(before: unknown, additions: Members): Members | undefined {
  if (before === undefined) return additions
  if (!isObject(before)) return undefined
  const isTaken = Object.entries(additions).some(
    ([name, value]) => Object.hasOwn(before, name) && !isDeepStrictEqual(before[name], value),
  )
  return isTaken ? undefined : { ...before, ...additions }
}

function withItems(
  before: unknown,
  additions: readonly { readonly id: string }[],
): readonly unknown[] | undefined {
  if (before === undefined) return additions
  if (!Array.isArray(before)) return undefined
  const items = before as readonly unknown[]
  const missing = additions.filter(
    ({ id }) => !items.some((item) => isObject(item) && item['id'] === id),
  )
  return [...items, ...missing]
}
