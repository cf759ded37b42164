import type { z } from 'zod'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { ApiAnswer } from '#net/api-client.ts'
import { SearchProviderError } from './provider.ts'

/** The body of an answer, checked. Throws `SearchProviderError` for what is not JSON of this shape. */
export function readJson<Schema extends z.ZodType>(
  { body }: ApiAnswer,
  schema: Schema,
): z.output<Schema> {
  let value: unknown
  try {
    value = parseForeignJson(body)
  } catch {
    throw new SearchProviderError('failed', 'did not answer in JSON')
  }
  const { data, success } = schema.safeParse(value)
  if (!success) throw new SearchProviderError('failed', 'answered in an unknown form')
  return data
}
