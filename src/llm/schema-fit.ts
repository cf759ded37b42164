import { ServiceError } from '#kernel/errors.ts'
import { isList, isObject } from '#base/json-values.ts'
import { createStepCount } from '#base/step-count.ts'
import { flatSchemas } from '#schemas/flat-schema.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { getItems, toList, listOptions, getProperties, detectShape } from './schema-shape.ts'

/** Questions about the schemas inside of a root schema. Throw `UNPROCESSABLE` when they take too many steps. */
export interface SchemaFit {
  /** A schema without `$ref` and `allOf` of its own. */
  readonly resolve: (schema: unknown) => JsonSchema
  /** Whether a value has the strict form of a schema. */
  readonly fits: (value: unknown, schema: unknown, depth: number) => boolean
  readonly acceptsNull: (schema: unknown, depth?: number) => boolean
}

/** Comparisons of a value with a schema, and of their members. */
const stepsMax = 5_000_000
const depthMax = 200

export function createSchemaFit(root: JsonSchema): SchemaFit {
  const { flat } = flatSchemas(root)
  /** Answers about values with members, which a choice may be asked about again and again; false while one is open. */
  const answers = new Map<JsonSchema, Map<unknown, boolean>>()
  const spend = createStepCount(stepsMax, () => new ServiceError('UNPROCESSABLE', tooManySteps))

  function fits(value: unknown, given: unknown, depth: number): boolean {
    spend(1)
    if (depth > depthMax) return false
    const schema = flat(given)
    const known = answers.get(schema) ?? new Map<unknown, boolean>()
    answers.set(schema, known)
    const before = known.get(value)
    if (before !== undefined) return before
    known.set(value, false)
    const answer = fitsFlat(value, schema, depth)
    known.set(value, answer)
    return answer
  }

  function fitsFlat(value: unknown, schema: JsonSchema, depth: number): boolean {
    const options = listOptions(schema)
    if (options.length > 0) return options.some((option) => fits(value, option, depth + 1))
    const { enum: values } = schema
    if (isList(values)) {
      spend(values.length)
      return values.includes(value)
    }
    if (schema['const'] !== undefined) return schema['const'] === value
    if (value === null)
      return schema['type'] === undefined || toList(schema['type']).includes('null')
    const shape = detectShape(schema)
    if (shape === 'free' && !Array.isArray(value)) return isObject(value)
    if (Array.isArray(value)) return fitsList(value, schema, depth)
    if (isObject(value)) return shape === 'object' && fitsObject(value, schema, depth)
    return fitsScalar(value, schema)
  }

  function fitsList(value: readonly unknown[], schema: JsonSchema, depth: number): boolean {
    if (/^(?:pairs|free)$/.test(detectShape(schema))) {
      spend(value.length)
      return value.every((pair) => isObject(pair) && 'name' in pair && 'value' in pair)
    }
    if (!toList(schema['type']).includes('array') && schema['items'] === undefined) return false
    const items = getItems(schema)
    return items === undefined || value.every((item) => fits(item, items, depth + 1))
  }

  function fitsObject(value: JsonSchema, schema: JsonSchema, depth: number): boolean {
    const properties = Object.entries(getProperties(schema))
    const names = Object.keys(value)
    const required = new Set(toList(schema['required']))
    spend(properties.length + names.length + required.size)
    return (
      names.every((name) => Object.hasOwn(getProperties(schema), name)) &&
      properties.every(([name, property]) => {
        const member = value[name]
        const isAbsent = (member === null || member === undefined) && !required.has(name)
        return isAbsent || fits(member, property, depth + 1)
      })
    )
  }

  return { resolve: flat, fits, acceptsNull: createAcceptsNull(flat) }
}

const tooManySteps = 'Comparing the answer of the language model with the schema takes too long.'

function fitsScalar(value: unknown, { type }: JsonSchema): boolean {
  const types = toList(type)
  if (types.length === 0) return true
  if (typeof value === 'number') {
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value))
  }
  return types.includes(typeof value)
}

/** Each schema is asked about once; false while it is open. */
function createAcceptsNull(flat: SchemaFit['resolve']): SchemaFit['acceptsNull'] {
  const known = new Map<JsonSchema, boolean>()
  return function acceptsNull(given, depth = 0): boolean {
    const schema = flat(given)
    const before = known.get(schema)
    if (before !== undefined || depth > depthMax) return before ?? false
    known.set(schema, false)
    const { type, enum: values, const: value } = schema
    const isNull = toList(type).includes('null') || toList(values).includes(null) || value === null
    const answer = isNull || listOptions(schema).some((option) => acceptsNull(option, depth + 1))
    known.set(schema, answer)
    return answer
  }
}
