import { z } from 'zod'
import { strictBody } from '#kernel/strict-body.ts'
import { readUrl, urlLengthMax } from '#kernel/url.ts'
import { Document } from './document.ts'
import { scrapeOptions } from './options.ts'
import { checkOptions, settleOptions } from './settle-options.ts'

interface UrlRules {
  /** Names (or `*.suffix`) that count as hosts although they have no top-level domain. */
  readonly allowedHosts: readonly string[]
}

/** A URL as callers write it; what comes out has a scheme (contract section 2). */
const webUrl = ({ allowedHosts }: UrlRules) =>
  z
    .string()
    .transform((text, context) => {
      const reading = readUrl(text, allowedHosts)
      if (reading.status === 'read') return reading.url
      context.addIssue({ code: 'custom', message: reading.reason })
      return z.NEVER
    })
    .meta({
      description: `The page: http or https, at most ${urlLengthMax} characters; http:// may be left out.`,
      examples: ['https://example.com'],
    })

const ToolCall = z
  .object({
    provider: z.string().max(256),
    capability: z.string().max(256),
    options: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'ToolCall', description: 'A call of a third-party tool.' })

/** The body of `POST /v2/scrape` (contract section 5.1): a URL and its options, read, checked and settled. */
export function scrapeRequest(rules: UrlRules) {
  return strictBody({
    url: webUrl(rules).optional(),
    ...scrapeOptions,
    alexandria: z
      .union([ToolCall, z.array(ToolCall).min(1).max(10)])
      .optional()
      .meta({ description: 'Third-party tools instead of a URL; not enabled here.' }),
  })
    .superRefine((request, context) => {
      if (request.url === undefined && request.alexandria === undefined) {
        const message = 'A URL is required.'
        context.addIssue({ code: 'invalid_type', expected: 'string', path: ['url'], message })
      }
      checkOptions(request, context)
    })
    .transform(({ url = '', ...options }) => ({ url, ...settleOptions(options) }))
    .meta({ id: 'ScrapeRequest', description: 'A URL and what to make of it.' })
}

/** A scrape, settled: every option has its value. */
export type ScrapeRequest = Omit<
  z.output<ReturnType<typeof scrapeRequest>>,
  'origin' | 'integration'
>

export const ScrapeReply = z
  .object({ success: z.literal(true), data: Document })
  .meta({ id: 'ScrapeReply', description: 'The document made of the page.' })

export const ScrapeParams = z.object({
  jobId: z.uuid().meta({ description: '`metadata.scrapeId` of the scrape.' }),
})
