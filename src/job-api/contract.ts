import { z } from 'zod'
import { time } from '#kernel/reply.ts'
import { Document } from '#formats/document.ts'
import { count } from '#kernel/count-max.ts'
import { Id } from '#kernel/uuid.ts'

/** Schemas that crawls and batches share. */
export const JobParams = z.object({
  id: Id.meta({ description: 'Id of the job.' }),
})

export const StatusQuery = z.object({
  skip: z.coerce
    .number()
    .int()
    .min(0)
    .default(0)
    .meta({ description: 'Number of documents to skip.', maximum: Number.MAX_SAFE_INTEGER }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'Maximum number of documents.', maximum: Number.MAX_SAFE_INTEGER }),
})
export type StatusQuery = z.output<typeof StatusQuery>

export const JobStatus = z
  .object({
    success: z.literal(true),
    status: z.enum(['scraping', 'completed', 'failed', 'cancelled']),
    total: z.int().meta({ description: 'Number of accepted pages.' }),
    completed: z.int().meta({ description: 'Pages finished.' }),
    creditsUsed: z.int(),
    createdAt: time,
    completedAt: time.optional(),
    expiresAt: time,
    duration: z.number().meta({ description: 'Seconds from the start to the end, or until now.' }),
    next: z.string().optional().meta({ description: 'URL of the next documents.' }),
    data: z.array(Document).meta({ description: 'Documents in order of completion.' }),
    warning: z.string().optional(),
    error: z.string().optional().meta({ description: 'Reason of a failed job.' }),
  })
  .meta({ id: 'JobStatus', description: 'State of a job and some of its documents.' })
export type JobStatus = z.output<typeof JobStatus>

export const JobErrors = z
  .object({
    errors: z.array(
      z.object({
        id: z.uuid(),
        timestamp: time,
        url: z.string(),
        code: z.string(),
        error: z.string(),
      }),
    ),
    robotsBlocked: z.array(z.string()),
  })
  .meta({ id: 'JobErrors', description: 'Failed pages, and URLs that robots.txt disallows.' })
export type JobErrors = z.output<typeof JobErrors>

export const Cancelled = z
  .object({ success: z.literal(true), status: z.literal('cancelled') })
  .meta({ id: 'Cancelled', description: 'The job was cancelled.' })

/** Events of crawls and batches (docs/api/webhooks.md). */
const pageEvents = ['started', 'page', 'completed', 'failed', 'cancelled'] as const

/** The full names are accepted as well: `crawl.page`. */
export const listEvents = <Name extends string>(name: Name) => [
  ...pageEvents,
  ...pageEvents.map((event) => `${name}.${event}` as const),
]

/** Upper bound of concurrent pages of a job. */
export const maxConcurrency = count(1)
  .optional()
  .meta({ description: 'Maximum of concurrent pages; default: the limit of the team.' })
