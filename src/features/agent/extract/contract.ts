import { z } from 'zod'
import { time } from '#kernel/reply.ts'
import { webhook } from '#delivery/webhook.ts'
import { PageOptions } from '#pages/page-options.ts'
import { jsonSchema, promptLengthMax } from '#formats/extraction-options.ts'
import { Id } from '#kernel/uuid.ts'
import { ThreatProtection } from '#threat/options.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { optionalText } from '#kernel/optional-text.ts'
import { timeLimit } from '#kernel/time-limit.ts'
import { urlLengthMax } from '#kernel/url.ts'
import { describeUrl, type UrlRules } from '#kernel/web-url.ts'
import { flag } from '#kernel/flag.ts'

const urlsMax = 10
/** Longer lists are refused without a text of their own. */
const listedMax = 1_000
const pagesMax = 1_000
const events = ['started', 'completed', 'failed'] as const
const fullEvents = ['extract.started', 'extract.completed', 'extract.failed'] as const

/** The body of `POST /v2/extract` (docs/api/extract.md). */
export const extractRequest = (rules: UrlRules) =>
  strictBody({
    urls: z
      .array(z.string().max(urlLengthMax))
      .max(listedMax)
      .refine(({ length }) => length <= urlsMax, {
        error: 'Maximum of 10 URLs allowed per request while in beta.',
      })
      .optional()
      .meta({
        description: 'Pages. One that ends with `/*` stands for the pages below it.',
        maxItems: urlsMax,
        contains: describeUrl(rules),
      }),
    prompt: optionalText(promptLengthMax, 'What to extract, in plain words.'),
    systemPrompt: optionalText(promptLengthMax, 'How to extract it.'),
    schema: jsonSchema.optional(),
    enableWebSearch: flag(false, 'Also reads pages that a search for the prompt finds.'),
    allowExternalLinks: flag(false, 'Pages below a URL may be on other sites.'),
    ignoreSitemap: flag(false, 'Looks for pages below a URL in links alone.'),
    includeSubdomains: flag(true, 'Pages below a URL may be on subdomains.'),
    showSources: flag(false, 'Adds `sources`: the pages of each member.'),
    ignoreInvalidURLs: flag(true, 'Leaves out invalid URLs and lists them in `invalidURLs`.'),
    limit: z.int().min(1).max(pagesMax).optional().meta({
      description: 'Most pages to read; 25 when absent.',
    }),
    timeout: timeLimit.default(60_000).meta({ description: 'Milliseconds for each page.' }),
    scrapeOptions: PageOptions.optional(),
    agent: z
      .strictObject({
        model: z.string().max(64),
        prompt: z.string().max(promptLengthMax).optional(),
      })
      .optional()
      .meta({ description: 'Accepted, without effect.' }),
    webhook: webhook([...events, ...fullEvents], rules).optional(),
    threatProtection: ThreatProtection.optional(),
    zeroDataRetention: z.boolean().optional(),
    urlTrace: z.unknown().optional(),
  })
    .superRefine(({ urls = [], prompt, agent }, context) => {
      const add = (message: string) => context.addIssue({ code: 'custom', message })
      if (urls.length === 0 && prompt === undefined) {
        add("Either 'urls' or 'prompt' must be provided.")
      }
      if (agent?.model === 'v3-beta') add('The model v3-beta is not available here: use /v2/agent.')
    })
    .meta({
      id: 'ExtractRequest',
      description: 'Pages and the data wanted of them.',
      anyOf: [
        { required: ['urls'], properties: { urls: { minItems: 1 } } },
        { required: ['prompt'], properties: { prompt: { pattern: String.raw`\S` } } },
      ],
    })
export type ExtractRequest = Omit<
  z.output<ReturnType<typeof extractRequest>>,
  'origin' | 'integration'
>

export const deprecation =
  'Extract is deprecated. Use /v2/scrape with the json format, or /v2/agent.'

const deprecated = {
  warnings: z.array(z.string()).meta({ description: 'That the endpoint is deprecated.' }),
  replacement: z.string(),
}

export const ExtractStarted = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    urlTrace: z.array(z.unknown()),
    invalidURLs: z.array(z.string()).optional(),
    ...deprecated,
  })
  .meta({ id: 'ExtractStarted', description: 'The extraction was started.' })

export const ExtractParams = z.object({
  id: Id.meta({ description: 'Id of the extraction.' }),
})

export const ExtractStatus = z
  .object({
    success: z.boolean().meta({ description: 'False when the extraction failed.' }),
    id: z.uuid(),
    status: z.enum(['processing', 'completed', 'failed', 'cancelled']),
    data: z.unknown().meta({ description: 'The data; an empty list until there is some.' }),
    error: z.string().optional(),
    warning: z.string().optional(),
    sources: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: 'The pages that gave each member.' }),
    expiresAt: time,
    tokensUsed: z.int().optional().meta({ description: 'Fifteen for each credit.' }),
    creditsUsed: z.int().optional(),
    ...deprecated,
  })
  .meta({ id: 'ExtractStatus', description: 'The state of an extraction, and its data.' })
