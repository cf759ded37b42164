import type { Feature } from '#features/feature.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { MakeDocument } from './make-document.ts'
import type { Results } from './results.ts'
import { scrapeRoutes } from './routes.ts'
import { createScrape } from './scrape.ts'

interface ScrapeFeatureDeps {
  readonly runOperation: RunOperation
  readonly makeDocument: MakeDocument
  readonly results: Results
  readonly allowedHosts: readonly string[]
}

export function createScrapeFeature(deps: ScrapeFeatureDeps): Feature {
  const { runOperation, makeDocument, results, allowedHosts } = deps
  const scrape = createScrape({ runOperation, makeDocument, results })
  return { endpoints: scrapeRoutes({ scrape, results, allowedHosts }), sweeps: [results] }
}
