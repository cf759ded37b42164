import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import { jsonOfPage } from '#answers/json.ts'
import { jsonMethods } from '#answers/answer-methods.ts'
import { answerContext, answerOf, derivedAnswer } from './derived-answer.ts'
import { jsonSchema, prompt } from './extraction-options.ts'
import { defineFormat } from './format.ts'
import { pageOf } from './page-of.ts'

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
  example: {
    html: '<h1>The mill</h1><table><tr><th>Year</th><td>1884</td></tr></table>',
    options: { schema: { type: 'object', properties: { year: { type: 'integer' } } } },
    result: { json: { year: 1884 } },
  },
  source: 'derived',
  suitsRecords: true,
  queries: () => [],
  price: () => ({ page: prices.extractedPage }),
  async derive(draft, { schema, prompt }, context) {
    const asked = answerContext(context)
    // There is no fallback for prompts: if the model fails, the request fails.
    const answer =
      asked && prompt !== undefined
        ? await jsonOfPage(pageOf(draft), { schema, prompt }, asked)
        : await answerOf(jsonMethods({ schema, prompt }), draft, context)
    return derivedAnswer(answer, (value) => ({ json: value }), {
      pageCredits: prices.extractedPage,
    })
  },
})
