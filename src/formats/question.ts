import { prices } from '#credits/prices.ts'
import { z } from 'zod'
import { questionMethods } from '#answers/answer-methods.ts'
import { deriveAnswer, derivedAnswer } from './derived-answer.ts'
import { promptLengthMax } from './extraction-options.ts'
import { defineFormat } from './format.ts'

const schema = z
  .strictObject({
    type: z.literal('question'),
    question: z.string().min(1).max(promptLengthMax),
  })
  .meta({ id: 'QuestionFormat', description: 'An answer that is based on the page.' })

export const question = defineFormat({
  type: 'question',
  summary: 'An answer to a question, based only on the page.',
  schema,
  members: {
    answer: z.string().optional().meta({ description: 'What the page says to the question.' }),
  },
  example: {
    html: '<p>Ada Weir built the mill in 1884.</p><p>A ticket costs 4 euros.</p>',
    options: { question: 'Who built the mill?' },
    result: { answer: 'Ada Weir built the mill in 1884.' },
  },
  source: 'derived',
  suitsRecords: true,
  queries: ({ question: asked }) => [asked],
  price: () => ({ extra: prices.answer }),
  async derive(draft, { question: asked }, context) {
    const answer = await deriveAnswer(questionMethods(asked), draft, context)
    return derivedAnswer(answer, (text) => ({ answer: text }), { credits: prices.answer })
  },
})
