import { z } from 'zod'

const questionLengthMax = 8_000

const question = z.string().min(1).max(questionLengthMax).meta({ description: 'The question.' })

/** The body of `POST /v2/support/ask`; clients send further fields. */
export const AskRequest = z
  .looseObject({ question, jobId: z.string().optional() })
  .meta({ id: 'AskRequest', description: 'A question about the service or one of its jobs.' })

export const AskReply = z
  .object({
    requestId: z.string().optional(),
    answer: z.string(),
    confidence: z.enum(['high', 'medium', 'low']),
    fixParameters: z.looseObject({}).nullable(),
    validation: z.looseObject({}).nullable(),
    feedback: z.looseObject({}).nullable(),
    durationMs: z.number(),
  })
  .meta({ id: 'AskReply', description: 'The answer and its confidence.' })

export const DocsSearchRequest = z
  .looseObject({ question })
  .meta({ id: 'DocsSearchRequest', description: 'A question about the documentation.' })

export const DocsSearchReply = z
  .object({
    requestId: z.string(),
    answer: z.string(),
    evidence: z.array(z.object({ pathOrUrl: z.string(), reason: z.string() })),
    usage: z.object({ inputTokens: z.int(), outputTokens: z.int(), totalTokens: z.int() }),
    durationMs: z.number(),
  })
  .meta({ id: 'DocsSearchReply', description: 'The answer and its sources.' })
