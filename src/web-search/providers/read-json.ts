import type { z } from 'zod'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { ApiAnswer } from '#net/api-client.ts'
import { SearchProviderError } from './provider.ts'

/** Many times what an engine answers for fifty results; it is parsed on the main thread. */
const answerCharsMax = 1_000_000
const sizesMax = { depth: 50, members: 20_000, values: 30_000 }

/** The body of an answer, checked. Throws `SearchProviderError` for what is not JSON of this shape, or too much of it. */
export function readJson<Schema extends z.ZodType>(
  { body }: ApiAnswer,
  schema: Schema,
): z.output<Schema> {
  let value: unknown
  try {
    if (body.length > answerCharsMax) throw new SyntaxError('The JSON is too long.')
    value = parseForeignJson(body, sizesMax)
  } catch {
    throw new SearchProviderError('failed', 'did not answer in JSON')
  }
  const { data, success } = schema.safeParse(value)
  if (!success) throw new SearchProviderError('failed', 'answered in an unknown form')
  return data
}
