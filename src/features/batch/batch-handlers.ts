import type { CallerFacts } from '#operations/record-fetch.ts'
import type { PageOptions } from '#pages/page-options.ts'
import type { ScrapePage } from '#pages/scrape-page.ts'
import { packDocument } from '#formats/packed-document.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'

/** The stored request of a batch. */
export interface BatchWork {
  readonly options: PageOptions
  readonly caller?: CallerFacts
}

/** Scrapes each page of a job with the same options and follows no links. */
export function createBatchHandlers({
  scrapePage,
}: {
  readonly scrapePage: ScrapePage
}): JobHandlers<BatchWork> {
  return {
    async page(job, page, progress) {
      const { options, caller } = job.request
      const scraped = await scrapePage({ job, page, options, caller, wantsLinks: false }, progress)
      if ('state' in scraped) return scraped
      const { document, kept } = scraped
      const packed = await packDocument(document)
      const price = document.metadata.creditsUsed
      const isRefused = document.metadata.refusal !== undefined
      return { state: 'done', document: packed, price, isRefused, found: [], blocked: [], ...kept }
    },
    discover: async () => {},
  }
}
