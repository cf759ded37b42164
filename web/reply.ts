import type { z } from 'zod'

/** What is in `data` of a reply of the service. */
export type Data<Reply extends z.ZodType<{ readonly data: unknown }>> = z.output<Reply>['data']

/** An entry of it, where that is a list. */
export type Row<Reply extends z.ZodType<{ readonly data: readonly unknown[] }>> =
  z.output<Reply>['data'][number]
