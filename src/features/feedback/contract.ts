import { z } from 'zod'
import { Id } from '#kernel/uuid.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { writeUrlPattern } from '#kernel/web-url.ts'

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
          })
          .meta({ pattern: writeUrlPattern({ isSchemeRequired: true }) }),
        reason: z.string().max(1_000).optional(),
      }),
    )
    .max(sourcesMax)
    .optional()
    .meta({ description: 'Results that were of use.' }),
  querySuggestions: z
    .string()
    .max(2_000)
    .optional()
    .meta({ description: 'Better words to search for.' }),
}

/** Parts of a JSON Schema: a rating, a list and a text that say something. */
function describeRating(how: string, { required, properties }: ReturnType<typeof describeList>) {
  return { required, properties: { ...properties, rating: { const: how } } }
}
function describeList(name: string) {
  return describeMember(name, { minItems: 1 })
}
function describeText(name: string) {
  return describeMember(name, { pattern: String.raw`\S` })
}
function describeMember(name: string, rule: object) {
  return { required: [name], properties: { [name]: rule } }
}

/** The body of `POST /v2/search/{jobId}/feedback` (docs/api/search.md). */
export const SearchFeedback = strictBody({ ...shared, missingContent: topics(20) }).meta({
  id: 'SearchFeedback',
  anyOf: [
    describeRating('good', describeList('valuableSources')),
    describeRating('partial', describeList('valuableSources')),
    describeRating('partial', describeList('missingContent')),
    describeRating('bad', describeList('missingContent')),
    describeRating('bad', describeText('querySuggestions')),
  ],
  description: 'A rating of a search.',
})

/** Returns what a rating of a search lacks; undefined if it says enough. */
export function findLack(given: z.output<typeof SearchFeedback>): string | undefined {
  const { rating: how, valuableSources = [], missingContent = [], querySuggestions = '' } = given
  const hasSources = valuableSources.length > 0
  const hasMissing = missingContent.length > 0
  if (how === 'good' && !hasSources) return 'a good rating needs valuableSources.'
  if (how === 'partial' && !hasSources && !hasMissing)
    return 'a partial rating needs valuableSources or missingContent.'
  if (how === 'bad' && !hasMissing && querySuggestions.trim() === '')
    return 'a bad rating needs missingContent or querySuggestions.'
  return undefined
}

const label = z
  .string()
  .max(80)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'Use a-z, 0-9, - and _.')

export const ratedEndpoints = ['search', 'scrape', 'parse', 'map'] as const

/** A rating of one operation. */
const JobFeedback = strictBody({
  ...shared,
  missingContent: topics(50),
  endpoint: z.enum(ratedEndpoints).meta({ description: 'What is rated.' }),
  jobId: Id.meta({
    description: 'The `id` of the answer; for scrape and parse `metadata.scrapeId`.',
  }),
  issues: z.array(label).max(20).optional().meta({ description: 'Faults, in a-z, 0-9, - and _.' }),
  tags: z.array(label).max(20).optional().meta({ description: 'Labels of your own.' }),
  note: z.string().max(4_000).optional().meta({ description: 'In words.' }),
  url: z.string().max(8_192).optional().meta({ description: 'The page.' }),
  pageNumbers: z
    .array(z.int().min(1).max(1_000_000))
    .max(100)
    .optional()
    .meta({ description: 'Pages of the document.' }),
  metadata: z
    .record(z.string().max(256), z.unknown())
    .refine((value) => JSON.stringify(value).length <= metadataCharsMax, { error: 'At most 8 KB.' })
    .optional()
    .meta({ description: 'Facts of your own.' }),
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
  .meta({
    id: 'Feedback',
    description: 'A rating of a result.',
    anyOf: [
      ...['issues', 'valuableSources', 'missingContent', 'pageNumbers'].map(describeList),
      ...['note', 'querySuggestions', 'url'].map(describeText),
    ],
  })

const words = z.string().trim().min(1).max(2_000)
const name = z.string().trim().min(1).max(200)
const gapsMax = 20

const CapabilityGap = z
  .strictObject({
    name,
    provider: name,
    issue: z.enum([
      'new_capability_request',
      'missing_capability',
      'insufficient_functionality',
      'incorrect_result',
      'execution_error',
      'other',
    ]),
    why: words,
    requestedFunctionality: words.optional(),
  })
  .refine(
    ({ issue, requestedFunctionality }) =>
      issue !== 'new_capability_request' || requestedFunctionality !== undefined,
    { path: ['requestedFunctionality'], error: 'Required for new_capability_request' },
  )

/** What a caller needed from data providers, and did not get. It rates no operation. */
const ProviderFeedback = strictBody({
  endpoint: z.literal('alexandria').meta({ description: 'Tools of data providers.' }),
  rating,
  requestedWebsite: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }).max(2_048),
      requestedFunctionality: words,
    })
    .meta({ description: 'The site, and what was needed from it.' }),
  rationale: words.meta({ description: 'Why it is rated so.' }),
  objective: words.optional().meta({ description: 'What it was needed for.' }),
  providerFeedback: z
    .array(
      z.strictObject({
        name,
        issue: z.enum([
          'missing_provider',
          'insufficient_coverage',
          'provider_unavailable',
          'other',
        ]),
        why: words,
      }),
    )
    .max(gapsMax)
    .optional(),
  capabilityFeedback: z.array(CapabilityGap).max(gapsMax).optional(),
}).meta({ id: 'ProviderFeedback', description: 'A rating of the tools of data providers.' })

/** The body of `POST /v2/feedback`. */
export const Feedback = z.union([JobFeedback, ProviderFeedback])

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
