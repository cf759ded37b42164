import { z } from 'zod'
import { Id } from '#kernel/uuid.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { optionRules } from '#pages/option-rules.ts'
import { scrapeOptions } from '#pages/options.ts'
import { checkOptions, normaliseOptions } from '#pages/normalise-options.ts'
import { webhook } from '#delivery/webhook.ts'
import { describeUrl, describeUrls, type UrlRules } from '#kernel/web-url.ts'
import { maxConcurrency, listEvents } from '#job-api/contract.ts'

const urlsMax = 100_000

/** The body of `POST /v2/batch/scrape`: URLs, and the options of a scrape for each. */
export const batchRequest = (rules: UrlRules) =>
  strictBody({
    urls: z
      .array(z.string())
      .min(1)
      .max(urlsMax)
      .meta({ description: 'The pages.', contains: describeUrl(rules) }),
    ...scrapeOptions,
    webhook: webhook(listEvents('batch_scrape'), rules).optional(),
    appendToId: Id.optional().meta({
      description: 'Adds the URLs to this batch instead of starting a new one.',
    }),
    ignoreInvalidURLs: z
      .boolean()
      .default(true)
      .meta({ description: 'Skips invalid URLs and lists them in `invalidURLs`.' }),
    maxConcurrency,
  })
    .superRefine(checkOptions)
    .transform(
      ({
        origin,
        integration,
        urls,
        webhook: receiver,
        appendToId,
        ignoreInvalidURLs,
        maxConcurrency: pagesAtOnce,
        ...options
      }) => ({
        urls,
        webhook: receiver,
        appendToId,
        ignoreInvalidURLs,
        maxConcurrency: pagesAtOnce,
        options: normaliseOptions(options),
        caller: { origin, integration },
      }),
    )
    .meta({
      id: 'BatchRequest',
      description: 'URLs and scrape options.',
      allOf: [...optionRules.allOf, describeUrls(rules)],
    })
export type BatchRequest = z.output<ReturnType<typeof batchRequest>>

export const BatchReply = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    url: z.string().meta({ description: 'URL of the status endpoint.' }),
    invalidURLs: z.array(z.string()).optional(),
  })
  .meta({ id: 'BatchReply', description: 'The batch was started.' })
