import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import { highlightsMethods, questionMethods } from '#answers/answer-methods.ts'
import { deriveAnswer, derivedAnswer } from './derived-answer.ts'
import { promptLengthMax } from './extraction-options.ts'
import { defineFormat } from './format.ts'

const schema = z
  .strictObject({
    type: z.literal('query'),
    prompt: z.string().min(1).max(promptLengthMax),
    mode: z.enum(['freeform', 'directQuote']).default('freeform'),
  })
  .meta({
    id: 'QueryFormat',
    description: 'Former name of question and highlights.',
    deprecated: true,
  })

export const query = defineFormat({
  type: 'query',
  summary: 'Former name of `question` and `highlights`.',
  schema,
  members: { answer: z.string().optional() },
  example: {
    html: '<h1>The mill</h1><p>Ada Weir built the mill in 1884. It grinds wheat for two villages.</p><p>A ticket costs 4 euros.</p>',
    options: { prompt: 'Who built the mill?', mode: 'directQuote' },
    result: { answer: 'Ada Weir built the mill in 1884.' },
  },
  source: 'derived',
  suitsRecords: true,
  queries: ({ prompt }) => [prompt],
  price: () => ({ extra: prices.answer }),
  async derive(draft, { prompt, mode }, context) {
    const methods = mode === 'directQuote' ? highlightsMethods(prompt) : questionMethods(prompt)
    const answer = await deriveAnswer(methods, draft, context)
    return derivedAnswer(answer, (text) => ({ answer: text }), { credits: prices.answer })
  },
})
