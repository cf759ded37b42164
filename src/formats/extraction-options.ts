import { z } from 'zod'
import { optionalText } from '#kernel/optional-text.ts'

export const promptLengthMax = 10_000

/** Options of formats that extract data for a caller-defined schema. */
export const prompt = optionalText(promptLengthMax, 'What to look for, in plain words.')

export const jsonSchema = z
  .record(z.string(), z.unknown())
  .meta({ description: 'JSON Schema of the wanted result.' })
