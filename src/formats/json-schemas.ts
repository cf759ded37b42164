import { ServiceError } from '#kernel/errors.ts'
import { findSchemaProblem, findSizeProblem } from '#schemas/check-schema.ts'
import type { Format } from './registry.ts'

/**
 * Fails with `UNPROCESSABLE` if a format has an invalid JSON Schema, or one that does not describe any properties of its
 * object, and with `SCHEMA_TOO_COMPLEX` for one that takes too much work.
 */
export function checkJsonSchemas(formats: readonly Format[]): void {
  const sizes = { values: 0, characters: 0 }
  for (const [index, format] of formats.entries()) {
    if (!('schema' in format) || format.schema === undefined) continue
    const { $schema: _dialect, ...schema } = format.schema
    const problem = findSizeProblem(schema, sizes) ?? findSchemaProblem(schema)
    if (problem === undefined) continue
    const { code, path, message } = problem
    throw new ServiceError(code, code === 'UNPROCESSABLE' ? 'Invalid JSON schema.' : undefined, {
      details: [{ code: 'custom', path: ['formats', index, 'schema', ...path], message }],
    })
  }
}
