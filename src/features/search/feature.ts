import type { RecordFetches } from '#operations/record-fetch.ts'
import type { Feature } from '#features/feature.ts'
import type { Jobs } from '#jobs/job.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Slots } from '#accounts/slots.ts'
import type { ReadContent } from '#reading/read-content.ts'
import type { MakeDocument } from '#pages/sources/page.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { Results } from '#pages/results.ts'
import type { ScrapePage } from '#pages/scrape-page.ts'
import type { PageCache } from '#fetch/cache.ts'
import { startIndexer } from '#page-index/indexer.ts'
import type { PageIndex } from '#page-index/page-index.ts'
import type { ReadPages } from '#page-index/read-pages.ts'
import type { VectorEncoder } from '#page-index/vectors/encoder.ts'
import { startEncoding } from '#page-index/vectors/start-encoding.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { Registry } from '#data-providers/registry.ts'
import type { TeamChoices } from '#data-providers/team-choices.ts'
import type { Notifier } from '#queue/notifier.ts'
import type { Database } from '#storage/database.ts'
import { createDeveloperSource } from './developer/as-source.ts'
import { developerRoutes } from './developer/routes.ts'
import type { SearchSources } from './create-sources.ts'
import { createAnswerFromResults, type AnswerDeps } from './answer-from-results.ts'
import { createFindJobPages } from './find-job-pages.ts'
import { createFinishItems } from './finish-items.ts'
import { searchJobType } from './job-type.ts'
import { paperRoutes } from './papers/routes.ts'
import { searchRoutes } from './routes.ts'
import { createScrapeItems } from './scrape-items.ts'
import { createSearchHandlers } from './search-handlers.ts'
import { createSearch } from './search.ts'
import type { Threats } from '#threat/threats.ts'
import type { Searches } from './searches.ts'
import { createSearchTools } from './search-tools.ts'

interface SearchFeatureDeps extends AnswerDeps {
  readonly runOperation: RunOperation
  readonly database: Database
  readonly recordFetches: RecordFetches
  readonly pageIndex: PageIndex
  readonly readPages: ReadPages
  readonly encoder: VectorEncoder
  readonly cache: Pick<PageCache, 'find'>
  readonly readContent: ReadContent
  readonly clock: Clock
  readonly log: Log
  readonly sources: SearchSources
  /** Whether pages that are read are put into the index. */
  readonly isIndexing: boolean
  readonly allowedHosts: readonly string[]
  readonly makeDocument: MakeDocument
  readonly scrapePage: ScrapePage
  readonly results: Pick<Results, 'pack' | 'save'>
  readonly pricePage: PagePrice
  readonly slots: Pick<Slots, 'acquire'>
  readonly jobs: Pick<Jobs, 'start' | 'summary' | 'urls'>
  readonly notifier: Notifier
  readonly searches: Searches
  readonly registry: Registry
  readonly choices: Pick<TeamChoices, 'read'>
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
}

export function createSearchFeature(deps: SearchFeatureDeps): Feature {
  const { runOperation, clock, allowedHosts, sources, pageIndex } = deps
  const { jobs, notifier, searches, pricePage, threats } = deps
  const { searchSource, papers, searchDeveloper, excerpts } = sources
  const finishItems = createFinishItems({
    scrapeItems: createScrapeItems(deps),
    jobs,
    notifier,
    pricePage,
    excerpts,
  })
  const search = createSearch({
    runOperation,
    searchSource,
    developerSource: createDeveloperSource(searchDeveloper),
    clock,
    finishItems,
    findJobPages: createFindJobPages(deps),
    pricePage,
    searches,
    threats,
    allowedHosts,
    tools: createSearchTools(deps),
    answerFromResults: createAnswerFromResults(deps),
  })
  return {
    endpoints: [
      ...searchRoutes({ search }),
      ...paperRoutes({ ...papers, runOperation }),
      ...developerRoutes({ searchDeveloper, runOperation }),
    ],
    jobTypes: [{ ...searchJobType, handlers: createSearchHandlers(deps) }],
    sweeps: [pageIndex, searches],
    loops: deps.isIndexing
      ? [() => startIndexer({ ...deps, index: pageIndex }), () => startEncoding(deps)]
      : [],
  }
}
