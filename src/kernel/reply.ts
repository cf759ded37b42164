import { z } from 'zod'

/** A time in a reply. It may be given as a `Date`, which JSON writes as the text that is sent: RFC 3339 in UTC. */
export const time: z.ZodType<string, string | Date> = z.iso.datetime()

/** A reply as a handler gives it: what it was made of is not changed. */
export type GivenReply<T> = T extends Date
  ? T
  : T extends object
    ? { readonly [Name in keyof T]: GivenReply<T[Name]> }
    : T

/** The schema of a reply that has its value in `data`. */
export const dataReply = <Data extends z.ZodType>(data: Data) =>
  z.object({ success: z.literal(true), data })

/** A reply that has its value in `data`. */
export const withData = <Data>(data: Data) => ({ success: true as const, data })
