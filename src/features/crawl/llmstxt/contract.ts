import { z } from 'zod'
import { time } from '#kernel/reply.ts'
import { flag } from '#kernel/flag.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { webUrl, type UrlRules } from '#kernel/web-url.ts'

const pagesMax = 100

/** The body of `POST /v2/llmstxt` (docs/api/crawl.md). */
export const llmsTextRequest = (rules: UrlRules) =>
  strictBody({
    url: webUrl(rules),
    maxUrls: z
      .int()
      .min(1)
      .max(pagesMax)
      .default(10)
      .meta({ description: 'Maximum number of pages.' }),
    showFullText: flag(false, 'Adds `llmsfulltxt`: the Markdown of all pages.'),
    cache: flag(true, 'False fetches every page again.'),
  }).meta({ id: 'LlmsTextRequest', description: 'A site.' })
export type LlmsTextRequest = z.output<ReturnType<typeof llmsTextRequest>>

export const LlmsTextStarted = z
  .object({ success: z.literal(true), id: z.uuid() })
  .meta({ id: 'LlmsTextStarted', description: 'The id is that of the crawl.' })

export const LlmsTextStatus = z
  .object({
    success: z.boolean().meta({ description: 'False when the crawl failed or was cancelled.' }),
    status: z.enum(['processing', 'completed', 'failed']),
    data: z.object({
      llmstxt: z.string().meta({ description: 'Of the pages so far.' }),
      llmsfulltxt: z.string().optional(),
    }),
    warning: z.string().optional(),
    error: z.string().optional(),
    expiresAt: time,
  })
  .meta({ id: 'LlmsTextStatus', description: 'The llms.txt of a crawl.' })
export type LlmsTextStatus = z.output<typeof LlmsTextStatus>
