import type { z } from 'zod'
import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { JsonSizes } from '#kernel/json-size.ts'
import type { ApiAnswer } from '#net/api-client.ts'
import { SearchProviderError } from './provider.ts'

interface AnswerSizes extends JsonSizes {
  readonly chars: number
}

/** Many times what an engine answers for fifty results; it is parsed on the main thread. */
const resultsMax: AnswerSizes = { chars: 1_000_000, depth: 50, members: 20_000, values: 30_000 }
/** For lists of hundreds of papers with authors and abstracts, and of a hundred issues with their texts. */
export const recordsMax: AnswerSizes = {
  chars: 4_194_304,
  depth: 100,
  members: 100_000,
  values: 150_000,
}

/** The body of an answer, checked. Throws `SearchProviderError` for what is not JSON of this shape, or too much of it. */
export function readReply<Schema extends z.ZodType>(
  { body }: ApiAnswer,
  schema: Schema,
  { chars, ...sizes }: AnswerSizes = resultsMax,
): z.output<Schema> {
  let value: unknown
  try {
    if (body.length > chars) throw new SyntaxError('The JSON is too long.')
    value = parseForeignJson(body, sizes)
  } catch {
    throw new SearchProviderError('failed', 'did not answer in JSON')
  }
  const { data, success } = schema.safeParse(value)
  if (!success) throw new SearchProviderError('failed', 'answered in an unknown form')
  return data
}
