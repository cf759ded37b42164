import { Ajv } from 'ajv'
import { ServiceError } from '#kernel/errors.ts'
import { valueAtPointer } from '#kernel/json-pointer.ts'
import { isObject } from '#kernel/json-values.ts'
import type { Format } from './registry.ts'

/** Made for the first schema. */
let ajv: Ajv | undefined

/**
 * Fails with `UNPROCESSABLE` if a format has an invalid JSON Schema, or one that does not describe any properties of its
 * object.
 */
export function checkJsonSchemas(formats: readonly Format[]): void {
  let values = 0
  for (const [index, format] of formats.entries()) {
    if (!('schema' in format) || format.schema === undefined) continue
    const { $schema: _dialect, ...schema } = format.schema
    values += countValues(schema)
    const message = sizeProblemOf(schema, values) ?? faultOf(schema)
    if (message === undefined) continue
    throw new ServiceError('UNPROCESSABLE', 'Invalid JSON schema.', {
      details: [{ code: 'custom', path: ['formats', index, 'schema'], message }],
    })
  }
}

const notValid = 'This is not a JSON Schema.'
const valuesMax = 10_000
/** Choices are compared with each other. */
const choicesMax = 1_000

type Schema = Readonly<Record<string, unknown>>

/** The schema is checked with the schema of schemas and never turned into code: it comes from outside. */
function faultOf(schema: Schema): string | undefined {
  ajv ??= new Ajv({ strict: false, logger: false })
  return ajv.validateSchema(schema) === true ? problemOf(schema) : notValid
}

/** What is wrong with the size of a schema that together with those before it has so many values. */
function sizeProblemOf(schema: Schema, values: number): string | undefined {
  if (values > valuesMax)
    return `The schemas of a request may have at most ${valuesMax} values together.`
  for (const { enum: choices } of nodesOf(schema)) {
    if (Array.isArray(choices) && choices.length > choicesMax)
      return `An enum may have at most ${choicesMax} values.`
  }
  return undefined
}

/** Members and elements at every depth. */
function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const member of Object.values(value)) count += countValues(member)
  return count
}

/** Why a schema that is valid by itself cannot be used. */
function problemOf(root: Schema): string | undefined {
  if (isAnything(root)) return 'Name the properties of the object.'
  for (const node of nodesOf(root)) {
    const { $ref, pattern, patternProperties } = node
    if (typeof $ref === 'string' && !leadsSomewhere($ref, root)) return `${$ref} leads nowhere.`
    const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : []
    for (const text of [pattern, ...patterns]) {
      if (typeof text === 'string' && !isPattern(text))
        return `${text} is not a regular expression.`
    }
  }
  return undefined
}

/** Whether an object may have any properties: a model would have nothing to extract. */
function isAnything({ type, properties, additionalProperties }: Schema): boolean {
  return type === 'object' && properties === undefined && additionalProperties === true
}

/** Values, not schemas. */
const data = new Set(['enum', 'const', 'default', 'examples'])

function* nodesOf(value: unknown): Generator<Schema> {
  if (isObject(value)) yield value
  else if (!Array.isArray(value)) return
  for (const [name, member] of Object.entries(value)) if (!data.has(name)) yield* nodesOf(member)
}

/** References may point into the schema, by a pointer or a name; nothing is fetched. */
function leadsSomewhere(reference: string, root: Schema): boolean {
  if (!reference.startsWith('#/')) return reference.startsWith('#')
  return valueAtPointer(reference, root) !== undefined
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}
