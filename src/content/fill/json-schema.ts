import { valueAtPointer } from '#kernel/json-pointer.ts'
import { isList, isObject } from '#kernel/json-values.ts'

/** A JSON Schema as callers send it. Nothing of it may be trusted but that it is an object. */
export type JsonSchema = Readonly<Record<string, unknown>>

const referencesMax = 10

/** A schema with its `$ref` followed and `allOf` and the first usable branch of `anyOf` and `oneOf` merged into it. */
export function resolve(schema: unknown, root: JsonSchema, depth = 0): JsonSchema {
  if (!isObject(schema)) return {}
  if (depth > referencesMax) return {}
  const { $ref, allOf, anyOf, oneOf, ...own } = schema
  const parts: JsonSchema[] = [own]
  if (typeof $ref === 'string') parts.push(resolve(valueAtPointer($ref, root), root, depth + 1))
  if (Array.isArray(allOf)) {
    for (const part of allOf.slice(0, branchesMax)) parts.push(resolve(part, root, depth + 1))
  }
  const branches = [anyOf, oneOf]
    .flat()
    .filter((branch) => isObject(branch))
    .slice(0, branchesMax)
  const branch = branches.find(({ type }) => type !== 'null')
  if (branch) parts.push(resolve(branch, root, depth + 1))
  return merged(parts)
}

const branchesMax = 50

function merged(parts: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  const required: unknown[] = []
  let rest: JsonSchema = {}
  for (const part of parts) {
    const { properties: more, required: needs, ...others } = part
    if (isObject(more)) for (const [name, sub] of Object.entries(more)) properties[name] ??= sub
    if (isList(needs)) required.push(...needs)
    rest = { ...others, ...rest }
  }
  return {
    ...rest,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

type SchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'

/** The type of the values that a resolved schema describes. */
export function typeOf({ type, properties, items }: JsonSchema): SchemaType {
  const named = [type].flat().find((one) => one !== 'null' && known.has(String(one)))
  if (named !== undefined) return named as SchemaType
  if (properties !== undefined) return 'object'
  return items === undefined ? 'string' : 'array'
}

const known = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean'])

/** The properties of a resolved object schema with whether each is required. */
export function propertiesOf(
  schema: JsonSchema,
): readonly { readonly name: string; readonly schema: unknown; readonly isRequired: boolean }[] {
  const { properties, required } = schema
  if (!isObject(properties)) return []
  const needed = new Set(isList(required) ? required : [])
  return Object.entries(properties)
    .slice(0, propertiesMax)
    .map(([name, sub]) => ({ name, schema: sub, isRequired: needed.has(name) }))
}

const propertiesMax = 500

/** Adds a member to an object, whatever its name is (`__proto__` too), and returns the object. */
export function withMember(object: JsonSchema, name: string, value: unknown): JsonSchema {
  const member = { value, enumerable: true, writable: true, configurable: true }
  return Object.defineProperty<JsonSchema>(object, name, member)
}
