import { z } from 'zod'
import { Id } from '#kernel/ids.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { scrapeOptions } from '#features/scrape/options.ts'
import { checkOptions, settleOptions } from '#features/scrape/settle-options.ts'
import { webhook } from '#delivery/webhook.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { maxConcurrency, eventsOf } from '#features/job/contract.ts'

const urlsMax = 100_000

/** The body of `POST /v2/batch/scrape` (docs/api/batch.md): URLs, and the options of a scrape for each. */
export const batchRequest = (rules: UrlRules) =>
  strictBody({
    urls: z.array(z.string()).min(1).max(urlsMax).meta({ description: 'The pages.' }),
    ...scrapeOptions,
    webhook: webhook(eventsOf('batch_scrape'), rules).optional(),
    appendToId: Id.optional().meta({ description: 'A running batch to add the pages to.' }),
    ignoreInvalidURLs: z
      .boolean()
      .default(true)
      .meta({ description: 'Leaves out URLs that cannot be scraped and lists them.' }),
    maxConcurrency,
  })
    .superRefine(checkOptions)
    .transform(
      ({
        origin: _origin,
        integration: _integration,
        urls,
        webhook: told,
        appendToId,
        ignoreInvalidURLs,
        maxConcurrency: pagesAtOnce,
        ...options
      }) => ({
        urls,
        webhook: told,
        appendToId,
        ignoreInvalidURLs,
        maxConcurrency: pagesAtOnce,
        options: settleOptions(options),
      }),
    )
    .meta({ id: 'BatchRequest', description: 'URLs and what to make of each.' })
export type BatchRequest = z.output<ReturnType<typeof batchRequest>>

export const BatchReply = z
  .object({
    success: z.literal(true),
    id: z.uuid(),
    url: z.string().meta({ description: 'Where to ask how far the batch is.' }),
    invalidURLs: z.array(z.string()).optional(),
  })
  .meta({ id: 'BatchReply', description: 'The batch has been accepted.' })
