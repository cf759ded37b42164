import { z } from 'zod'

const questionLengthMax = 8_000
const aboutLengthMax = 20_000
const idLengthMax = 256
const errorsMax = 100

const question = z.string().min(1).max(questionLengthMax).meta({ description: 'The question.' })
const about = z.string().max(aboutLengthMax).optional()

/** The body of `POST /v2/support/ask`; clients send further fields. */
export const AskRequest = z
  .looseObject({
    question,
    jobId: z
      .string()
      .max(idLengthMax)
      .optional()
      .meta({ description: 'A crawl, batch, scrape or parsed file of the team.' }),
    rationale: about.meta({ description: 'Why the question is asked.' }),
    context: about.meta({ description: 'What else is known.' }),
  })
  .meta({ id: 'AskRequest', description: 'A question about the service or one of its jobs.' })

export const AskReply = z
  .object({
    requestId: z.string().optional(),
    answer: z.string(),
    confidence: z
      .enum(['high', 'medium', 'low'])
      .meta({ description: '`low` without a section of the documentation or facts of a job.' }),
    fixParameters: z
      .looseObject({})
      .nullable()
      .meta({ description: 'Scrape options that may mend the job; valid ones only.' }),
    validation: z
      .object({ valid: z.boolean(), errors: z.array(z.string()).max(errorsMax) })
      .nullable()
      .meta({ description: 'Whether the proposed options are valid.' }),
    feedback: z.null().meta({ description: 'Not used.' }),
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
    evidence: z.array(
      z.object({
        pathOrUrl: z.string().meta({ description: 'File of the documentation, and anchor.' }),
        reason: z.string(),
      }),
    ),
    usage: z.object({ inputTokens: z.int(), outputTokens: z.int(), totalTokens: z.int() }),
    durationMs: z.number(),
  })
  .meta({ id: 'DocsSearchReply', description: 'The answer and its sources.' })
