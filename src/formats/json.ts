import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import { jsonOfPage } from '#answers/json.ts'
import { jsonMethods } from '#answers/answer-methods.ts'
import { answerContext, deriveAnswer, derivedAnswer } from './derived-answer.ts'
import { jsonSchema, prompt } from './extraction-options.ts'
import { defineFormat } from './format.ts'
import { makePageForModel } from './model-input.ts'

const schema = z
  .strictObject({
    type: z.literal('json'),
    prompt,
    schema: jsonSchema.optional(),
    checkPromptInjection: z.boolean().optional(),
  })
  .meta({ id: 'JsonFormat', description: 'Data extracted by a language model.' })

const source = z
  .object({
    path: z
      .string()
      .meta({ description: 'Path of the value in json, for example offers[2].price.' }),
    madeBy: z.enum(['declared', 'rules', 'model']).meta({
      description:
        'declared: structured data and meta tags; rules: labels, tables and sentences of the page; model: the language model.',
    }),
    text: z.string().optional().meta({ description: 'Line of the page that holds the value.' }),
    selector: z.string().optional().meta({ description: 'CSS selector of the block of the line.' }),
  })
  .meta({ id: 'JsonSource', description: 'Where a value of json comes from.' })

export const jsonFormat = defineFormat({
  type: 'json',
  summary: 'Data of the page that fits a JSON Schema.',
  schema,
  hasShortName: true,
  members: {
    json: z
      .unknown()
      .optional()
      .meta({ description: 'Data of the page, of the schema that was sent.' }),
    jsonSources: z
      .array(source)
      .optional()
      .meta({ description: 'Where each value of json stands on the page, in its order.' }),
  },
  example: {
    html: '<h1>The mill</h1><table><tr><th>Year</th><td>1884</td></tr></table>',
    options: { schema: { type: 'object', properties: { year: { type: 'integer' } } } },
    result: {
      json: { year: 1884 },
      jsonSources: [
        {
          path: 'year',
          madeBy: 'rules',
          text: '1884',
          selector: 'table:nth-of-type(1) tr:nth-of-type(1) > td:nth-of-type(1)',
        },
      ],
    },
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
        ? await jsonOfPage(makePageForModel(draft), { schema, prompt }, asked)
        : await deriveAnswer(jsonMethods({ schema, prompt }), draft, context)
    return derivedAnswer(
      answer,
      (value, sources) => ({ json: value, ...(sources?.length && { jsonSources: [...sources] }) }),
      {
        pageCredits: prices.extractedPage,
      },
    )
  },
})
