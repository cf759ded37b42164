import { z } from 'zod'
import { readUrl, urlLengthMax } from './url.ts'

export interface UrlRules {
  /** Host names (or `*.suffix`) without a top-level domain that are allowed. */
  readonly allowedHosts: readonly string[]
  /** Why webhooks may not be sent to a URL, as a sentence; undefined if they may. */
  readonly webhookRefusal?: ((url: URL) => string | undefined) | undefined
}

/** Schema of a URL; the result has a scheme (docs/api/scrape.md). */
export const webUrl = ({ allowedHosts }: UrlRules) =>
  z
    .string()
    .transform((text, context) => {
      const reading = readUrl(text, allowedHosts)
      if (reading.status === 'read') return reading.url
      context.addIssue({ code: 'custom', message: reading.reason })
      return z.NEVER
    })
    .meta({
      description: `An http or https URL of at most ${urlLengthMax} characters; without a scheme, http is used.`,
      examples: ['https://example.com'],
    })
