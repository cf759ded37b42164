import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import { highlightsMethods } from '#answers/answer-methods.ts'
import { deriveAnswer, derivedAnswer } from './derived-answer.ts'
import { promptLengthMax } from './extraction-options.ts'
import { defineFormat } from './format.ts'

const schema = z
  .strictObject({ type: z.literal('highlights'), query: z.string().min(1).max(promptLengthMax) })
  .meta({ id: 'HighlightsFormat', description: 'Excerpts of the page that match a query.' })

export const highlights = defineFormat({
  type: 'highlights',
  summary: 'Excerpts of the page that match a query.',
  schema,
  members: {
    highlights: z
      .string()
      .optional()
      .meta({ description: 'Literal excerpts, separated by blank lines.' }),
  },
  example: {
    html: '<h1>The mill</h1><p>Ada Weir built the mill in 1884. It grinds wheat for two villages.</p><p>A ticket costs 4 euros.</p>',
    options: { query: 'price of a ticket' },
    result: { highlights: 'A ticket costs 4 euros.' },
  },
  source: 'derived',
  suitsRecords: true,
  queries: ({ query }) => [query],
  price: () => ({ extra: prices.answer }),
  async derive(draft, { query }, context) {
    const answer = await deriveAnswer(highlightsMethods(query), draft, context)
    return derivedAnswer(answer, (text) => ({ highlights: text }), { credits: prices.answer })
  },
})
