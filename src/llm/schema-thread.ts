import { Validator } from '@cfworker/json-schema'
import { ServiceError } from '#kernel/errors.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import { fromStrict } from './from-strict.ts'
import { notJson, readJson } from './read-json.ts'

/** A value, and the schema that it must have; or the text of a model that holds a value in the strict form of the schema. */
export type SchemaTask =
  | { readonly kind: 'errors'; readonly schema: JsonSchema; readonly value: unknown }
  | { readonly kind: 'read'; readonly schema: JsonSchema | undefined; readonly text: string }

/** What came of a task: the value as its schema describes it, and what is wrong with it. */
export interface SchemaResult {
  readonly value?: unknown
  readonly errors: SchemaErrors
}

/** Where a value breaks its schema, as sentences; none when it does not. */
export type SchemaErrors = readonly string[]

/** Entry point of a worker thread. */
export function runSchemaTask(task: SchemaTask): SchemaResult {
  if (task.kind === 'errors') return { errors: schemaErrors(task) }
  const { schema, text } = task
  const found = readJson(text)
  if (!found) return { errors: [notJson] }
  if (!schema) {
    const { value } = found
    return typeof value === 'object' && value !== null
      ? { value, errors: [] }
      : { errors: [notJson] }
  }
  try {
    const value = fromStrict(found.value, schema)
    return { value, errors: schemaErrors({ schema, value }) }
  } catch (thrown) {
    const expected = ServiceError.expected(thrown)
    if (expected) return { errors: [expected.message] }
    throw thrown
  }
}

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
export function schemaErrors({
  schema,
  value,
}: {
  readonly schema: JsonSchema
  readonly value: unknown
}): SchemaErrors {
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
