import { z } from 'zod'
import { jsonSchema, prompt } from './extraction-options.ts'
import { defineFormat, notYet, parseRefusalOf } from './format.ts'

/** Between the price with a stored script and the price with a generated one. */
const estimatedPageCredits = 7

const schema = z
  .strictObject({
    type: z.literal('deterministicJson'),
    prompt: prompt.optional(),
    schema: jsonSchema.optional(),
  })
  .meta({ id: 'DeterministicJsonFormat', description: 'Data extracted by a generated script.' })

export const deterministicJson = defineFormat({
  type: 'deterministicJson',
  summary: 'Data of the page, extracted by a script that is generated once per site and schema.',
  schema,
  hasShortName: true,
  members: {},
  source: 'derived',
  queries: () => [],
  isSupported: notYet,
  parseRefusal: parseRefusalOf('deterministicJson'),
  price: () => ({ page: estimatedPageCredits }),
})
