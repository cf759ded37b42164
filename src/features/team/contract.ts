import { z } from 'zod'
import { dataReply, time } from '#kernel/reply.ts'

const isTrue = z
  .string()
  .optional()
  .transform((text) => text === 'true')

/** Remaining credits of the billing period (docs/credits.md). */
export const CreditUsage = dataReply(
  z.object({
    remainingCredits: z.number(),
    planCredits: z
      .number()
      .meta({ description: 'Credits of the plan per period, without grants.' }),
    billingPeriodStart: time.nullable(),
    billingPeriodEnd: time.nullable(),
  }),
).meta({ id: 'CreditUsage', description: 'Credits left and credits of the plan.' })

/** The same in tokens; a credit is worth 15. */
export const TokenUsage = dataReply(
  z.object({
    remainingTokens: z.number(),
    planTokens: z.number(),
    billingPeriodStart: time.nullable(),
    billingPeriodEnd: time.nullable(),
  }),
).meta({ id: 'TokenUsage', description: 'Tokens left and tokens of the plan.' })

const period = {
  startDate: time,
  endDate: time.nullable(),
  apiKey: z.string().optional().meta({ description: 'Name of the key, when asked by key.' }),
}

const CreditPeriod = z
  .object({ ...period, creditsUsed: z.number(), totalCredits: z.number() })
  .meta({ id: 'CreditPeriod', description: 'Credits used in a period; both numbers are the same.' })

const TokenPeriod = z
  .object({ ...period, tokensUsed: z.number(), totalTokens: z.number() })
  .meta({ id: 'TokenPeriod', description: 'Tokens used in a period; both numbers are the same.' })

export const timeRanges = ['day', 'week', 'month'] as const
export type PeriodRange = (typeof timeRanges)[number]

export const CreditHistory = z
  .object({
    success: z.literal(true),
    window: z
      .object({
        timeRange: z.enum(timeRanges),
        binSize: z.enum(['hour', 'day']),
        startDate: time,
        endDate: time,
      })
      .optional()
      .meta({ description: 'The period of `timeRange`.' }),
    periods: z.array(CreditPeriod),
  })
  .meta({ id: 'CreditHistory', description: 'Credits used by period, oldest first.' })

export const TokenHistory = z
  .object({ success: z.literal(true), periods: z.array(TokenPeriod) })
  .meta({ id: 'TokenHistory', description: 'Tokens used by period, oldest first.' })

const byApiKey = isTrue.meta({ description: 'true: one row per period and key.' })

export const eitherPeriods = 'byApiKey cannot be combined with timeRange.'

export const CreditHistoryQuery = z
  .object({
    byApiKey,
    timeRange: z
      .string()
      .optional()
      .refine((text) => text === undefined || timeRanges.some((range) => range === text), {
        error: 'timeRange must be day, week, or month.',
        abort: true,
      })
      .transform((text) => text as PeriodRange | undefined)
      .meta({
        description: 'Recent usage: a day by hour, a week or month by day.',
        enum: [...timeRanges],
      }),
  })
  .refine(({ byApiKey, timeRange }) => !(byApiKey && timeRange), {
    error: eitherPeriods,
  })

export const TokenHistoryQuery = z.object({ byApiKey })

export const QueueStatus = z
  .object({
    success: z.literal(true),
    jobsInQueue: z.int().meta({ description: 'Running and waiting jobs.' }),
    activeJobsInQueue: z.int(),
    waitingJobsInQueue: z.int(),
    maxConcurrency: z.int(),
    mostRecentSuccess: time.nullable(),
  })
  .meta({ id: 'QueueStatus', description: 'Running and waiting jobs of the team.' })

export const Concurrency = z
  .object({ success: z.literal(true), concurrency: z.int(), maxConcurrency: z.int() })
  .meta({ id: 'Concurrency', description: 'Used and available concurrency slots.' })

/** Values of the filter `endpoint`. */
const activityEndpoints = [
  'scrape',
  'crawl',
  'batch_scrape',
  'search',
  'extract',
  'llmstxt',
  'deep_research',
  'map',
  'agent',
  'browser',
  'interact',
] as const
/** Not in the list that clients know, but accepted. */
const ownEndpoints = ['parse'] as const
const isEndpoint = (text: string) =>
  [...activityEndpoints, ...ownEndpoints].some((name) => name === text)

const limitDefault = 50
const limitMax = 100

const textLengthMax = 512
/** An empty text counts as absent. */
const text = z
  .string()
  .max(textLengthMax)
  .optional()
  .transform((given) => given || undefined)

export const TeamActivityQuery = z.object({
  endpoint: text
    .refine((text) => text === undefined || isEndpoint(text), {
      error: `Invalid endpoint filter. Must be one of: ${activityEndpoints.join(', ')}.`,
    })
    .meta({ description: 'Kind of operation.', enum: [...activityEndpoints, ...ownEndpoints] }),
  limit: z
    .string()
    .optional()
    .transform(toLimit)
    .meta({ description: `Maximum number of rows, 1 to ${limitMax}; default ${limitDefault}.` }),
  cursor: text.meta({ description: '`cursor` of the previous response.' }),
})

/** Invalid limits fall back to the default; large ones are capped. */
function toLimit(text: string | undefined): number {
  const limit = Number(text)
  return Number.isInteger(limit) && limit >= 1 ? Math.min(limit, limitMax) : limitDefault
}

const ActivityRow = z
  .object({
    id: z.string(),
    endpoint: z.string(),
    api_version: z.string(),
    created_at: time,
    target: z
      .string()
      .nullable()
      .meta({ description: 'The URL or query; null under zero data retention.' }),
  })
  .meta({ id: 'ActivityRow', description: 'One operation of the team.' })

export const TeamActivity = z
  .object({
    success: z.literal(true),
    data: z.array(ActivityRow),
    cursor: z.string().nullable(),
    has_more: z.boolean(),
  })
  .meta({ id: 'Activity', description: 'Operations of the last 24 hours, newest first.' })
