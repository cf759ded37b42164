import type { z } from 'zod'
import { strictBody } from '#kernel/strict-body.ts'
import { scrapeOptions } from './options.ts'
import { checkOptions, settleOptions } from './settle-options.ts'

/** How each page of many is scraped (docs/api/scrape.md): the options of a scrape without its URL. */
export const PageOptions = strictBody(scrapeOptions)
  .superRefine(checkOptions)
  .transform(({ origin: _origin, integration: _integration, ...options }) => settleOptions(options))
  .meta({ id: 'PageOptions', description: 'How each page is scraped.' })
export type PageOptions = z.output<typeof PageOptions>
