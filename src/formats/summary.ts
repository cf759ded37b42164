import { z } from 'zod'
import { summaryMethods } from '#answers/answer-methods.ts'
import { deriveAnswer, derivedAnswer } from './derived-answer.ts'
import { defineFormat } from './format.ts'

export const summary = defineFormat({
  type: 'summary',
  summary: 'A summary of the page.',
  schema: undefined,
  members: { summary: z.string().optional().meta({ description: 'Three to five sentences.' }) },
  example: {
    html: '<h1>The mill</h1><p>Ada Weir built the mill in 1884. It grinds wheat for two villages.</p><p>A ticket costs 4 euros.</p>',
    result: { summary: 'Ada Weir built the mill in 1884. It grinds wheat for two villages.' },
  },
  source: 'derived',
  suitsRecords: true,
  queries: () => [],
  derive: async (draft, _format, context) =>
    derivedAnswer(
      await deriveAnswer(summaryMethods, draft, context),
      (text) => ({ summary: text }),
      {},
    ),
})
