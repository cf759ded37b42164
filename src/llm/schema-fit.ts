import { isObject } from '#kernel/json-values.ts'
import type { JsonSchema } from './model.ts'
import { mergeAllOf, resolveReference } from './schema-references.ts'
import { itemsOf, listOf, optionsOf, propertiesOf, shapeOf } from './schema-shape.ts'

/** Questions about the schemas inside of a root schema. */
export interface SchemaFit {
  /** A schema without `$ref` and `allOf` of its own. */
  readonly resolve: (schema: unknown) => JsonSchema
  /** Whether a value has the strict form of a schema. */
  readonly fits: (value: unknown, schema: unknown, depth: number) => boolean
  readonly acceptsNull: (schema: unknown) => boolean
}

/** Nested choices without content of their own could be compared forever. */
const stepsMax = 200_000
const depthMax = 200

export function createSchemaFit(root: JsonSchema): SchemaFit {
  let steps = 0

  function resolve(schema: unknown): JsonSchema {
    if (!isObject(schema)) return {}
    const target =
      typeof schema['$ref'] === 'string' ? resolveReference(schema['$ref'], root) : schema
    if (!isObject(target)) return {}
    return Array.isArray(target['allOf']) ? mergeAllOf(target, root) : target
  }

  function fits(value: unknown, given: unknown, depth: number): boolean {
    steps += 1
    if (steps > stepsMax || depth > depthMax) return false
    const schema = resolve(given)
    const options = optionsOf(schema)
    if (options.length > 0) return options.some((option) => fits(value, option, depth + 1))
    if (Array.isArray(schema['enum'])) return schema['enum'].some((one) => one === value)
    if (schema['const'] !== undefined) return schema['const'] === value
    if (value === null)
      return schema['type'] === undefined || listOf(schema['type']).includes('null')
    const shape = shapeOf(schema)
    if (shape === 'text') return typeof value === 'string'
    if (Array.isArray(value)) return fitsList(value, schema, depth)
    if (isObject(value)) return shape === 'object' && fitsObject(value, schema, depth)
    return fitsScalar(value, schema)
  }

  function fitsList(value: readonly unknown[], schema: JsonSchema, depth: number): boolean {
    if (shapeOf(schema) === 'pairs') {
      return value.every((pair) => isObject(pair) && 'name' in pair && 'value' in pair)
    }
    if (!listOf(schema['type']).includes('array') && schema['items'] === undefined) return false
    const items = itemsOf(schema)
    return items === undefined || value.every((item) => fits(item, items, depth + 1))
  }

  function fitsObject(value: JsonSchema, schema: JsonSchema, depth: number): boolean {
    const properties = propertiesOf(schema)
    const required = new Set(listOf(schema['required']))
    const names = Object.keys(value)
    return (
      names.every((name) => Object.hasOwn(properties, name)) &&
      Object.entries(properties).every(([name, property]) => {
        const member = value[name]
        const isAbsent = (member === null || member === undefined) && !required.has(name)
        return isAbsent || fits(member, property, depth + 1)
      })
    )
  }

  function acceptsNull(given: unknown, depth = 0): boolean {
    const schema = resolve(given)
    const { type, enum: values, const: value } = schema
    const isNull = listOf(type).includes('null') || listOf(values).includes(null) || value === null
    return (
      isNull ||
      (depth < depthMax && optionsOf(schema).some((option) => acceptsNull(option, depth + 1)))
    )
  }

  return { resolve, fits, acceptsNull: (schema) => acceptsNull(schema) }
}

function fitsScalar(value: unknown, { type }: JsonSchema): boolean {
  const types = listOf(type)
  if (types.length === 0) return true
  if (typeof value === 'number') {
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value))
  }
  return types.includes(typeof value)
}
