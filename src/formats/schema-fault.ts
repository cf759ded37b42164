import { findSchemaProblem, findSizeProblem, type SchemaProblem } from '#schemas/check-schema.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import type { Format } from './registry.ts'

/** A JSON Schema among the formats of a request. */
export interface WantedSchema {
  /** Of its format. */
  readonly index: number
  readonly schema: JsonSchema
}

export const listSchemas = (formats: readonly Format[]): WantedSchema[] =>
  formats.flatMap((format, index) => {
    if (!('schema' in format) || format.schema === undefined) return []
    const { $schema: _dialect, ...schema } = format.schema
    return [{ index, schema }]
  })

/** What is wrong with the first schema that is not valid, or takes too many steps. */
export function findSchemaFault(
  wanted: readonly WantedSchema[],
  stepsMax?: number,
): SchemaProblem | undefined {
  const sizes = { values: 0, characters: 0 }
  for (const { index, schema } of wanted) {
    const problem = findSizeProblem(schema, sizes) ?? findSchemaProblem(schema, stepsMax)
    if (problem) return { ...problem, path: ['formats', index, 'schema', ...problem.path] }
  }
  return undefined
}

/** Entry point of a worker thread. */
export const findFaultInThread = (wanted: readonly WantedSchema[]) => findSchemaFault(wanted)
