import { z } from 'zod'
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
  source: 'derived',
  queries: ({ question: asked }) => [asked],
  price: () => ({ extra: 4 }),
})
