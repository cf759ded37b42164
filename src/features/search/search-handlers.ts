import type { CallerFacts } from '#operations/record-fetch.ts'
import type { PageOptions } from '#pages/page-options.ts'
import type { Results } from '#pages/results.ts'
import type { ScrapePage } from '#pages/scrape-page.ts'
import { packDocument } from '#formats/packed-document.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
import type { Threats } from '#threat/threats.ts'
import type { Sql } from '#storage/database.ts'

/** The stored request of the scrapes of a search. */
export interface SearchWork {
  readonly options: PageOptions
  readonly caller?: CallerFacts
}

/** Scrapes each result, and stores its document where scrapes are read by id. */
export function createSearchHandlers({
  scrapePage,
  results,
  threats,
}: {
  readonly scrapePage: ScrapePage
  readonly results: Pick<Results, 'save'>
  readonly threats: Pick<Threats, 'findScreen'>
}): JobHandlers<SearchWork> {
  return {
    async page(job, page, progress) {
      const { options, caller } = job.request
      // The search has paid for the scans of its results.
      const screen = threats.findScreen(job, options.threatProtection)
      const wanted = { job, page, options, caller, screen, wantsLinks: false }
      const scraped = await scrapePage(wanted, progress)
      if ('state' in scraped) return scraped
      const { document, kept } = scraped
      const packed = await packDocument(document)
      const result = { id: page.scrapeId, teamId: job.teamId, document: packed.bytes }
      const save = (sql: Sql) => results.save(result, sql)
      const extraWrites = [...(kept.extraWrites ?? []), save]
      const price = document.metadata.creditsUsed
      return {
        state: 'done',
        document: packed,
        price,
        found: [],
        blocked: [],
        ...kept,
        extraWrites,
      }
    },
    discover: async () => {},
  }
}
