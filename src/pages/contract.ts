import { z } from 'zod'
import type { PageRequest } from '#fetch/page.ts'
import { Id } from '#kernel/uuid.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { webUrl, type UrlRules } from '#kernel/web-url.ts'
import { Document } from '#formats/document.ts'
import type { CallerFacts } from '#operations/record-fetch.ts'
import { optionRules } from './option-rules.ts'
import { scrapeOptions } from './options.ts'
import { PageToolCall } from './tool-contract.ts'
import { checkOptions, normaliseOptions } from './normalise-options.ts'

/** The body of `POST /v2/scrape`: a URL and its options, validated and normalised. */
export function scrapeRequest(rules: UrlRules) {
  return strictBody({
    url: webUrl(rules).optional(),
    ...scrapeOptions,
    alexandria: z
      .union([PageToolCall, z.array(PageToolCall).min(1).max(10)])
      .optional()
      .meta({ description: 'Third-party tools instead of a URL.' }),
  })
    .superRefine((request, context) => {
      if (request.url === undefined && request.alexandria === undefined) {
        const message = 'A URL is required.'
        context.addIssue({ code: 'invalid_type', expected: 'string', path: ['url'], message })
      }
      checkOptions(request, context)
    })
    .transform(({ url = '', ...options }) => ({ url, ...normaliseOptions(options) }))
    .meta({
      id: 'ScrapeRequest',
      description: 'A URL and scrape options.',
      anyOf: [{ required: ['url'] }, { required: ['alexandria'] }],
      ...optionRules,
    })
}

/** A normalised scrape request: every option has a value. */
export type ScrapeRequest = Omit<
  z.output<ReturnType<typeof scrapeRequest>>,
  'origin' | 'integration'
> &
  CallerFacts &
  Pick<PageRequest, 'mayVisit'>

export const ScrapeReply = z
  .object({ success: z.literal(true), data: Document })
  .meta({ id: 'ScrapeReply', description: 'The document of the page.' })

export const ScrapeParams = z.object({
  jobId: Id.meta({ description: '`metadata.scrapeId` of the scrape.' }),
})
