import { isObject } from '#base/json-values.ts'
import type { Spend } from '#base/step-count.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { isItemAlike } from './alike.ts'
import { wordsAlone } from './words-alone.ts'

/** What the rules read for each item of an answer: each of theirs is one of the answer. */
export function pairRows(
  items: readonly unknown[],
  rows: readonly unknown[],
  spend: Spend,
): readonly unknown[] {
  const unused = new Set(rows)
  return items.map((item, index) => {
    spend(unused.size)
    const byRules = isObject(item)
      ? (rowAlike(unused, item) ?? (rows.length === items.length ? rows[index] : undefined))
      : itemAlike(unused, item, rows.length > 0)
    unused.delete(byRules)
    return byRules
  })
}

/** The row of the rules that begins with the same member. */
function rowAlike(rows: ReadonlySet<unknown>, item: JsonSchema): unknown {
  const [name] = Object.keys(item)
  if (name === undefined) return undefined
  const wanted = wordsAlone(String(item[name]))
  return [...rows].find((row) => {
    const own = isObject(row) ? wordsAlone(String(row[name])) : ''
    return own !== '' && (own === wanted || own.startsWith(`${wanted} `))
  })
}

/** The item itself when the rules read it too; what is none of theirs is none of the list. */
function itemAlike(left: Set<unknown>, item: unknown, isKnown: boolean): unknown {
  if (!isKnown) return undefined
  const own = [...left].find((one) => isItemAlike(item, one))
  if (own === undefined) return foreign
  left.delete(own)
  return item
}

/** Stands for an item that is none of the rules' list; equal to no value. */
export const foreign = Symbol('none of the list')

export const findKeys = (items: readonly unknown[], schema: JsonSchema) =>
  items.map((item) => findKey(item, schema))

/** What names a thing of a list: its first text. */
function findKey(item: unknown, { properties }: JsonSchema) {
  if (!isObject(item)) return undefined
  const [name, value] = Object.entries(item).find(([, member]) => typeof member === 'string') ?? []
  if (name === undefined) return undefined
  const sub = isObject(properties) ? properties[name] : undefined
  return { name, value, schema: isObject(sub) ? sub : {} }
}
