import { z } from 'zod'
import { jsonSchema, prompt } from './extraction-options.ts'
import { defineFormat } from './format.ts'

/** Credits of a page whose data is extracted by a language model. */
export const extractedPageCredits = 5

const schema = z
  .strictObject({
    type: z.literal('json'),
    prompt: prompt.optional(),
    schema: jsonSchema.optional(),
    checkPromptInjection: z.boolean().optional(),
  })
  .meta({ id: 'JsonFormat', description: 'Data extracted by a language model.' })

export const json = defineFormat({
  type: 'json',
  summary: 'Data of the page that fits a JSON Schema.',
  schema,
  hasShortName: true,
  members: {
    json: z
      .unknown()
      .optional()
      .meta({ description: 'Data of the page, of the schema that was sent.' }),
  },
  source: 'derived',
  queries: () => [],
  price: () => ({ page: extractedPageCredits }),
})
