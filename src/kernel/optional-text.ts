import { z } from 'zod'

/** Schema of a text that may be left out. A blank one says nothing, and counts as left out. */
export const optionalText = (lengthMax: number, description: string) =>
  z
    .string()
    .max(lengthMax)
    .transform((text) => (text.trim() === '' ? undefined : text))
    .optional()
    .meta({ description })
