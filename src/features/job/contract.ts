import { z } from 'zod'
import { Document } from '#formats/document.ts'
import { count } from '#kernel/count-max.ts'
import { Id } from '#kernel/ids.ts'

/** Contract sections 8 and 9: what crawls and batches have in common. */
export const JobParams = z.object({
  id: Id.meta({ description: 'The `id` the job was started with.' }),
})

export const StatusQuery = z.object({
  skip: z.coerce.number().int().min(0).default(0).meta({ description: 'Documents to pass over.' }),
  limit: z.coerce.number().int().min(1).optional().meta({ description: 'Documents at most.' }),
})
export type StatusQuery = z.output<typeof StatusQuery>

export const JobStatus = z
  .object({
    success: z.literal(true),
    status: z.enum(['scraping', 'completed', 'failed', 'cancelled']),
    total: z.int().meta({ description: 'Pages accepted so far.' }),
    completed: z.int().meta({ description: 'Pages finished.' }),
    creditsUsed: z.int(),
    createdAt: z.iso.datetime(),
    completedAt: z.iso.datetime().optional(),
    expiresAt: z.iso.datetime(),
    duration: z.number().meta({ description: 'Seconds from the start to now or to the end.' }),
    next: z.string().optional().meta({ description: 'Where the documents go on.' }),
    data: z.array(Document).meta({ description: 'Documents in the order they were finished.' }),
    warning: z.string().optional(),
    error: z.string().optional().meta({ description: 'Why the job has failed.' }),
  })
  .meta({ id: 'JobStatus', description: 'How far a job is, and a part of its documents.' })
export type JobStatus = z.output<typeof JobStatus>

export const JobErrors = z
  .object({
    errors: z.array(
      z.object({
        id: z.uuid(),
        timestamp: z.iso.datetime(),
        url: z.string(),
        code: z.string(),
        error: z.string(),
      }),
    ),
    robotsBlocked: z.array(z.string()),
  })
  .meta({ id: 'JobErrors', description: 'Pages that failed, and URLs that robots.txt kept out.' })
export type JobErrors = z.output<typeof JobErrors>

export const Cancelled = z
  .object({ success: z.literal(true), status: z.literal('cancelled') })
  .meta({ id: 'Cancelled', description: 'The job has been cancelled.' })

/** What a webhook of a crawl or batch can be told (docs/api/webhooks.md). */
const pageEvents = ['started', 'page', 'completed', 'failed', 'cancelled'] as const

/** They may be named in full: `crawl.page`. */
export const eventsOf = <Name extends string>(name: Name) => [
  ...pageEvents,
  ...pageEvents.map((event) => `${name}.${event}` as const),
]

/** Places an upper bound on pages of a job that are worked on at the same time. */
export const maxConcurrency = count(1)
  .optional()
  .meta({ description: 'Pages at the same time; the limit of the team when absent.' })
