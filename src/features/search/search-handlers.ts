import type { CallerFacts } from '#operations/record-fetch.ts'
import type { PageOptions } from '#features/scrape/page-options.ts'
import type { Results } from '#features/scrape/results.ts'
import type { ScrapePage } from '#features/scrape/scrape-page.ts'
import { packDocument } from '#formats/packed-document.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
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
}: {
  readonly scrapePage: ScrapePage
  readonly results: Pick<Results, 'save'>
}): JobHandlers<SearchWork> {
  return {
    async page(job, page, progress) {
      const { options, caller } = job.request
      const scraped = await scrapePage({ job, page, options, caller, wantsLinks: false }, progress)
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
