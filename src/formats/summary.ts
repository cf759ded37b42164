import { z } from 'zod'
import { summaryMethods } from '#answers/answer-methods.ts'
import { answerOf, derivedAnswer } from './derived-answer.ts'
import { defineFormat } from './format.ts'

export const summary = defineFormat({
  type: 'summary',
  summary: 'A summary of the page.',
  schema: undefined,
  members: { summary: z.string().optional().meta({ description: 'Three to five sentences.' }) },
  source: 'derived',
  queries: () => [],
  derive: async (draft, _format, context) =>
    derivedAnswer(
      await answerOf(summaryMethods, draft, context),
      (text) => ({ summary: text }),
      {},
    ),
})
