import { Validator } from '@cfworker/json-schema'
import type { JsonSchema } from '#schemas/json-schema.ts'

/** A value, and the schema that it must have. */
export interface SchemaTask {
  readonly schema: JsonSchema
  readonly value: unknown
}

/** Where a value breaks its schema, as sentences; none when it does not. */
export type SchemaErrors = readonly string[]

const errorsMax = 20
const errorLengthMax = 300
/** Report that something inside is wrong, which is reported by itself. */
const frames = new Set([
  'properties',
  'items',
  'allOf',
  '$ref',
  'additionalProperties',
  'prefixItems',
])

/** Interprets the schema: nothing of it is compiled. */
export function schemaErrors({ schema, value }: SchemaTask): SchemaErrors {
  const { $schema: _dialect, ...own } = schema
  try {
    const { valid, errors } = new Validator(own, '2020-12', false).validate(value)
    if (valid) return []
    const specific = errors.filter(({ keyword }) => !frames.has(keyword))
    return (specific.length > 0 ? specific : errors)
      .slice(0, errorsMax)
      .map(({ instanceLocation, error }) =>
        `${instanceLocation.replace(/^#/, '') || '/'}: ${error}`.slice(0, errorLengthMax),
      )
  } catch (thrown) {
    if (thrown instanceof RangeError) return ['The schema refers to itself without end.']
    if (thrown instanceof Error && /Unresolved \$ref/.test(thrown.message)) {
      return ['A $ref of the schema leads nowhere.']
    }
    throw thrown
  }
}
