import type { JsonSchema } from './model.ts'

/** How a schema node is expressed for the model, and how its values are read back. */
export type Shape = 'object' | 'pairs' | 'text' | 'plain'

/** Whether the strict form of a schema is wrapped. */
export const isWrapped = (root: JsonSchema): boolean =>
  root['type'] !== 'object' || root['$ref'] !== undefined || shapeOf(root) !== 'object'

/** Objects with named properties, maps with any names, objects of which nothing is known, and all else. */
export function shapeOf(schema: JsonSchema): Shape {
  const types = listOf(schema['type'])
  const hasProperties = Object.keys(propertiesOf(schema)).length > 0
  if (hasProperties) return 'object'
  if (!types.includes('object')) return 'plain'
  return isSchema(schema['additionalProperties']) ? 'pairs' : 'text'
}

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value as unknown[]
  return value === undefined ? [] : [value]
}

/** The choices of a schema. Beside properties of its own they only say which of these go together. */
export const optionsOf = (schema: JsonSchema): readonly unknown[] =>
  Object.keys(propertiesOf(schema)).length > 0
    ? []
    : [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]

export const propertiesOf = ({ properties }: JsonSchema): JsonSchema =>
  isSchema(properties) ? properties : {}

/** Items of one schema; those of a tuple may be any of its members. */
export function itemsOf({ items, prefixItems }: JsonSchema): unknown {
  const members = Array.isArray(items) ? items : prefixItems
  return Array.isArray(members) ? { anyOf: members as unknown[] } : items
}
