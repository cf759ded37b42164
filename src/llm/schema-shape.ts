import { isList, isObject } from '#base/json-values.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'

/** How a schema node is expressed for the model, and how its values are read back. */
export type Shape = 'object' | 'pairs' | 'free' | 'plain'

/** Whether the strict form of a schema is wrapped. */
export const isWrapped = (root: JsonSchema): boolean =>
  root['type'] !== 'object' || root['$ref'] !== undefined || detectShape(root) !== 'object'

/** Objects with named properties, maps with any names, objects of which nothing is known, and all else. */
export function detectShape(schema: JsonSchema): Shape {
  const types = toList(schema['type'])
  const hasProperties = Object.keys(getProperties(schema)).length > 0
  if (hasProperties) return 'object'
  if (!types.includes('object')) return 'plain'
  return isObject(schema['additionalProperties']) ? 'pairs' : 'free'
}

export const toList = (value: unknown): readonly unknown[] => {
  if (isList(value)) return value
  return value === undefined ? [] : [value]
}

/** The choices of a schema. Beside properties of its own they only say which of these go together. */
export const listOptions = (schema: JsonSchema): readonly unknown[] =>
  Object.keys(getProperties(schema)).length > 0
    ? []
    : [...toList(schema['anyOf']), ...toList(schema['oneOf'])]

export const getProperties = ({ properties }: JsonSchema): JsonSchema =>
  isObject(properties) ? properties : {}

const tuples = new WeakMap<readonly unknown[], JsonSchema>()

/** Items of one schema; those of a tuple may be any of its members. */
export function getItems({ items, prefixItems }: JsonSchema): unknown {
  const members = Array.isArray(items) ? items : prefixItems
  if (!isList(members)) return items
  const choice = tuples.get(members) ?? { anyOf: members }
  tuples.set(members, choice)
  return choice
}
