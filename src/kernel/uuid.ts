import { z } from 'zod'

/** A UUID in upper or lower case, normalised to lower case. */
export const Id = z.guid({ error: 'Invalid UUID' }).toLowerCase()
