import { z } from 'zod'
import { Id } from '#kernel/ids.ts'
import { strictBody } from '#kernel/strict-body.ts'

const sourcesMax = 50
const metadataCharsMax = 8_192

const rating = z.enum(['good', 'bad', 'partial']).meta({ description: 'How the result was.' })
const topics = (max: number) =>
  z
    .array(
      z.strictObject({
        topic: z.string().min(1).max(200),
        description: z.string().max(2_000).optional(),
      }),
    )
    .max(max)
    .optional()
    .meta({ description: 'What was missing.' })

const shared = {
  rating,
  valuableSources: z
    .array(
      z.strictObject({
        url: z
          .string()
          .max(2_048)
          .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), {
            error: 'Invalid URL',
          }),
        reason: z.string().max(1_000).optional(),
      }),
    )
    .max(sourcesMax)
    .optional()
    .meta({ description: 'Results that were of use.' }),
  querySuggestions: z.string().max(2_000).optional(),
}

/** The body of `POST /v2/search/{jobId}/feedback` (docs/api/search.md). */
export const SearchFeedback = strictBody({ ...shared, missingContent: topics(20) })
  .superRefine(({ rating: given, valuableSources, missingContent, querySuggestions }, context) => {
    const hasSources = (valuableSources?.length ?? 0) > 0
    const hasMissing = (missingContent?.length ?? 0) > 0
    const hasSuggestions = (querySuggestions?.trim() ?? '') !== ''
    const lacks = (message: string) =>
      context.addIssue({ code: 'custom', path: ['rating'], message })
    if (given === 'partial' && !hasSources && !hasMissing)
      lacks('A partial rating needs valuableSources or missingContent.')
    if (given === 'bad' && !hasMissing && !hasSuggestions)
      lacks('A bad rating needs missingContent or querySuggestions.')
  })
  .meta({ id: 'SearchFeedback', description: 'A rating of a search.' })

const label = z
  .string()
  .max(80)
  .refine((text) => /^[a-z0-9][a-z0-9_-]*$/.test(text), { error: 'Use a-z, 0-9, - and _.' })

export const ratedEndpoints = ['search', 'scrape', 'parse', 'map'] as const

/** The body of `POST /v2/feedback`. */
export const Feedback = strictBody({
  ...shared,
  missingContent: topics(50),
  endpoint: z.enum(ratedEndpoints).meta({ description: 'What is rated.' }),
  jobId: Id.meta({
    description: 'The `id` of the answer; for scrape and parse `metadata.scrapeId`.',
  }),
  issues: z.array(label).max(20).optional(),
  tags: z.array(label).max(20).optional(),
  note: z.string().max(4_000).optional(),
  url: z.string().max(8_192).optional(),
  pageNumbers: z.array(z.int().min(1).max(1_000_000)).max(100).optional(),
  metadata: z
    .record(z.string().max(256), z.unknown())
    .refine((value) => JSON.stringify(value).length <= metadataCharsMax, { error: 'At most 8 KB.' })
    .optional(),
})
  .superRefine((body, context) => {
    const lists = [body.issues, body.valuableSources, body.missingContent, body.pageNumbers]
    const texts = [body.note, body.querySuggestions, body.url]
    const isEnough =
      lists.some((list) => (list?.length ?? 0) > 0) ||
      texts.some((text) => (text?.trim() ?? '') !== '')
    if (isEnough) return
    const message =
      'Give at least one of issues, note, valuableSources, missingContent, querySuggestions, url and pageNumbers.'
    context.addIssue({ code: 'custom', path: ['rating'], message })
  })
  .meta({ id: 'Feedback', description: 'A rating of a result.' })

export const FeedbackReply = z
  .object({
    success: z.literal(true),
    feedbackId: z.guid(),
    creditsRefunded: z.int(),
    alreadySubmitted: z.boolean().optional(),
    dailyCapReached: z.boolean().optional(),
    creditsRefundedToday: z.int().optional(),
    dailyRefundCap: z.int().optional(),
    warning: z.string().optional(),
  })
  .meta({ id: 'FeedbackReply', description: 'The rating has been stored.' })
export type FeedbackReply = z.input<typeof FeedbackReply>

export const FeedbackParams = z.object({ jobId: Id.meta({ description: '`id` of the search.' }) })
