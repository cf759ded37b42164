import type { z } from 'zod'
import { strictBody } from '#kernel/strict-body.ts'
import { optionRules } from './option-rules.ts'
import { scrapeOptions } from './options.ts'
import { checkOptions, normaliseOptions } from './normalise-options.ts'

/** The options of a scrape without its URL, for each page of a job (docs/api/scrape.md). */
export const PageOptions = strictBody(scrapeOptions)
  .superRefine(checkOptions)
  .transform(({ origin: _origin, integration: _integration, ...options }) =>
    normaliseOptions(options),
  )
  .meta({ id: 'PageOptions', description: 'Scrape options of each page.', ...optionRules })
export type PageOptions = z.output<typeof PageOptions>
