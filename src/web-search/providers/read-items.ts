import type { z } from 'zod'
import type { RawHit } from './provider.ts'

/** The items of a list that have the expected shape, as hits; others are skipped. */
export function readItems<Schema extends z.ZodType>(
  items: readonly unknown[] | null | undefined,
  schema: Schema,
  toHit: (item: z.output<Schema>) => RawHit | undefined,
): RawHit[] {
  return (items ?? []).flatMap((item) => {
    const { data, success } = schema.safeParse(item)
    return success ? (toHit(data) ?? []) : []
  })
}
