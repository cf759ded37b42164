import { z } from 'zod'
import { dataReply, time } from '#kernel/reply.ts'
import { count, countMax } from '#kernel/count-max.ts'
import { Id } from '#kernel/uuid.ts'

const success = z.literal(true)
const states = ['scraping', 'completed', 'failed', 'cancelled'] as const
const limit = z.coerce.number().int().min(1).max(200).default(50)
/** Id of the last row of the part before. */
const before = z.uuid().optional()

export const JobsQuery = z.object({
  state: z.enum(states).optional(),
  kind: z.string().max(64).optional(),
  /** Only sets that are stored for ever. */
  kept: z.literal('true').optional(),
  before,
  limit,
})

const JobSummary = z.object({
  id: z.uuid(),
  kind: z.string(),
  label: z.string(),
  path: z.string(),
  url: z.string(),
  state: z.enum(states),
  failure: z.string().nullable(),
  warning: z.string().nullable(),
  total: z.int(),
  completed: z.int(),
  failed: z.int(),
  creditsUsed: z.number(),
  createdAt: time,
  finishedAt: time.nullable(),
  expiresAt: time,
  /** Name of a set that is stored for ever. */
  keptAs: z.string().nullable(),
  zeroDataRetention: z.boolean(),
})

/** `kinds`: values of the filter. */
export const JobsReply = z.object({
  success,
  data: z.array(JobSummary),
  kinds: z.array(z.object({ name: z.string(), label: z.string() })),
})
export const JobReply = dataReply(JobSummary)
export const resultDays = z.int().min(1).max(365)
export const JobKeeping = z.union([
  z.strictObject({ resultDays }),
  z.strictObject({ keptAs: z.string().trim().min(1, { error: 'Enter a name.' }).max(100) }),
])
export const JobIdParams = z.object({ id: Id })

/** `find`: a part of the URL or the title, or a status. */
export const PagesQuery = z.object({
  skip: z.coerce.number().int().min(0).max(countMax).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(60),
  find: z.string().trim().toLowerCase().max(200).default(''),
})
export type PagesQuery = z.output<typeof PagesQuery>

const JobPage = z.object({
  /** Number of documents before it. */
  position: count(0),
  url: z.string(),
  title: z.string(),
  status: z.int(),
  bytes: count(0),
})
export type JobPage = z.output<typeof JobPage>

/** `next`: where to go on; null at the end. */
export const JobPagesReply = z.object({
  success,
  data: z.array(JobPage),
  next: count(0).nullable(),
})

/** `host`: of the requests that are kept. */
export const UsageQuery = z.object({
  by: z.enum(['kind', 'key', 'host']).default('kind'),
  measure: z.enum(['operations', 'credits']).default('operations'),
})
export type UsageQuery = z.output<typeof UsageQuery>

export const UsageReply = dataReply(
  z.object({
    days: z.array(time),
    /** `kind`: name of the group; null for what belongs to none. */
    series: z.array(z.object({ kind: z.string().nullable(), values: z.array(z.number()) })),
    before: z.number(),
    /** When the oldest request was that is counted; null when nothing is missing. */
    since: time.nullable(),
  }),
)

export const TimelineReply = dataReply(
  z.object({
    seconds: z.number(),
    slots: z.array(z.object({ at: time, pages: count(0), errors: count(0) })),
    /** Whether the job has more pages than were counted. */
    isPartial: z.boolean(),
  }),
)

const name = z.string().max(200).optional()

/** `find`: a part of the operation, the target, the error or the id. */
export const ActivityQuery = z.object({
  endpoint: name,
  state: z.enum(['failed']).optional(),
  host: name,
  key: name,
  find: z.string().trim().toLowerCase().max(200).default(''),
  from: time.optional(),
  to: time.optional(),
  before,
  limit,
})
export type ActivityQuery = z.output<typeof ActivityQuery>

const ActivityRow = z.object({
  id: z.uuid(),
  endpoint: z.string(),
  target: z.string().nullable(),
  succeeded: z.boolean(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  durationMs: count(0).nullable(),
  credits: z.number().nullable(),
  requester: z.string().nullable(),
  createdAt: time,
})

/** `sent`: null when it was not kept. `result`: where its result is, if it is kept. */
export const ActivityDetail = dataReply(
  ActivityRow.extend({
    sent: z
      .object({ method: z.string(), path: z.string(), body: z.unknown().optional() })
      .nullable(),
    meaning: z.string().nullable(),
    result: z.enum(['document', 'job', 'agent', 'session']).nullable(),
  }),
)

export const ActivityReply = z.object({
  success: z.object({ all: z.int(), failed: z.int() }),
  data: z.array(ActivityRow),
  /** Behind which operation it goes on; null at the end. */
  next: z.uuid().nullable(),
})

export const HealthReply = dataReply(
  z.array(
    z.object({
      name: z.string(),
      state: z.enum(['good', 'warn', 'bad', 'off']),
      text: z.string(),
    }),
  ),
)
export type HealthPart = z.output<typeof HealthReply>['data'][number]

/** The meaning of each error code. */
export const ErrorCodes = dataReply(z.record(z.string(), z.string()))

export const EstimateRequest = z.strictObject({
  /** `post /v2/scrape` */
  operation: z.string().max(200),
  body: z.looseObject({}),
})
export const EstimateReply = dataReply(
  z.object({ credits: z.number(), isMaximum: z.boolean() }).nullable(),
)
