import { parseForeignJson } from '#kernel/foreign-json.ts'
import type { z } from 'zod'

export type { CallApi } from '#net/api-client.ts'

/** Reads the JSON of an answer. Throws for another status and for content that is not as described. */
export function readAnswer<Schema extends z.ZodType>(
  { status, body }: { readonly status: number; readonly body: string },
  schema: Schema,
): z.output<Schema> {
  if (status !== 200) throw new Error(`The classifier answered with status ${status}.`)
  return schema.parse(parseForeignJson(body))
}
