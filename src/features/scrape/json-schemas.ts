import { Ajv } from 'ajv'
import { ServiceError } from '#kernel/errors.ts'
import type { Format } from './formats.ts'

// Schemas are held against the schema of schemas and never turned into code: they come from outside.
const ajv = new Ajv({ strict: false, logger: false })

/** Fails with `UNPROCESSABLE` when a format brings a JSON Schema that is none (contract sections 4.6 and 24, D9). */
export function checkJsonSchemas(formats: readonly Format[]): void {
  for (const format of formats) {
    if (!('schema' in format) || format.schema === undefined) continue
    const { $schema: _dialect, ...schema } = format.schema
    if (ajv.validateSchema(schema) !== true) {
      throw new ServiceError('UNPROCESSABLE', 'Invalid JSON schema.')
    }
  }
}
