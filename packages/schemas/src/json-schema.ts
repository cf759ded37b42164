import { isList, isObject } from '#base/json-values.ts'

/** A JSON Schema as callers send it. Nothing of it may be trusted but that it is an object. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A step from a schema to one inside of it. */
export type Step = string | number

const one = new Set([
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const maps = new Set([
  '$defs',
  'definitions',
  'dependencies',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

/** How a keyword holds schemas: one, a list, a map by any names, one or a list (`items`); undefined for those that hold none. */
export function holding(keyword: string): 'one' | 'list' | 'map' | 'either' | undefined {
  if (one.has(keyword)) return 'one'
  if (lists.has(keyword)) return 'list'
  if (maps.has(keyword)) return 'map'
  return keyword === 'items' ? 'either' : undefined
}

/** What stands where a schema holds other schemas, with the steps to it. */
export function* listInner(schema: JsonSchema): Generator<readonly [readonly Step[], unknown]> {
  for (const [keyword, value] of Object.entries(schema)) {
    const kind = holding(keyword)
    if (kind === undefined) continue
    if (isList(value)) {
      if (kind === 'list' || kind === 'either')
        for (const [index, inner] of value.entries()) yield [[keyword, index], inner]
    } else if (kind === 'map' && isObject(value)) {
      for (const [name, inner] of Object.entries(value)) yield [[keyword, name], inner]
    } else if (kind !== 'map') yield [[keyword], value]
  }
}

type SchemaType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'

const known = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean'])

/** The type of the values that a flat schema describes. */
export function readType({ type, properties, items }: JsonSchema): SchemaType {
  const named = [type].flat().find((each) => each !== 'null' && known.has(String(each)))
  if (named !== undefined) return named as SchemaType
  if (properties !== undefined) return 'object'
  return items === undefined ? 'string' : 'array'
}

/** A property of an object. */
export interface Property {
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
}

/** The properties of a flat object schema. */
export function listProperties({ properties, required }: JsonSchema): readonly Property[] {
  if (!isObject(properties)) return []
  const needed = new Set(isList(required) ? required : [])
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    isRequired: needed.has(name),
  }))
}

/** Adds a member to an object, whatever its name is (`__proto__` too), and returns the object. */
export function withMember(object: JsonSchema, name: string, value: unknown): JsonSchema {
  const member = { value, enumerable: true, writable: true, configurable: true }
  return Object.defineProperty<JsonSchema>(object, name, member)
}
