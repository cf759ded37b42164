import { z } from 'zod'
import { readUrl, urlLengthMax } from './url.ts'

export interface UrlRules {
  /** Names (or `*.suffix`) that count as hosts although they have no top-level domain. */
  readonly allowedHosts: readonly string[]
  /** Why messages may not be sent there, as a sentence; undefined when they may. */
  readonly whyNotTold?: ((url: URL) => string | undefined) | undefined
}

/** A URL as callers write it; what comes out has a scheme (docs/api/scrape.md). */
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
      description: `The page: http or https, at most ${urlLengthMax} characters; http:// may be left out.`,
      examples: ['https://example.com'],
    })
