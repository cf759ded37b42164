import type { JsonSchema } from '#schemas/json-schema.ts'
import { isList, isObject } from '#base/json-values.ts'

const depthMax = 64
/** Hold values, not schemas. */
const values = new Set(['enum', 'const', 'default', 'examples'])
const none = { type: 'null' }

/**
 * The schema with every required property allowed to be null, so that a model need not invent what a page does not say.
 * Required properties that come back null are treated by `missingPaths`.
 */
export function withNullableRequired(schema: JsonSchema, depth = 0): JsonSchema {
  if (depth > depthMax) return schema
  const members = Object.entries(schema).map(([name, member]) => {
    if (values.has(name)) return [name, member] as const
    if (name === 'properties' && isObject(member)) {
      return [name, nullableProperties(member, schema['required'], depth)] as const
    }
    return [name, inner(member, depth)] as const
  })
  return Object.fromEntries(members)
}

function nullableProperties(properties: JsonSchema, required: unknown, depth: number): JsonSchema {
  const names = new Set(isList(required) ? required : [])
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const walked = inner(property, depth)
      return [name, names.has(name) ? { anyOf: [walked, none] } : walked]
    }),
  )
}

function inner(member: unknown, depth: number): unknown {
  if (Array.isArray(member)) return member.map((one) => inner(one, depth + 1))
  return isObject(member) ? withNullableRequired(member, depth + 1) : member
}
