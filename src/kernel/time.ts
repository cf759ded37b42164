import { z } from 'zod'

/** A time in a reply. It may be given as a `Date`, which JSON writes as the text that is sent: RFC 3339 in UTC. */
export const time: z.ZodType<string, string | Date> = z.iso.datetime()
