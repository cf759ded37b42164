import type { Feature } from '#features/feature.ts'
import type { Jobs } from '#jobs/job.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { CallApi } from '#net/api-client.ts'
import type { Slots } from '#accounts/slots.ts'
import type { ReadContent } from '#content/content.ts'
import type { MakeDocument } from '#features/scrape/make-document.ts'
import type { PagePrice } from '#features/scrape/page-price.ts'
import type { Results } from '#features/scrape/results.ts'
import type { ScrapePage } from '#features/scrape/scrape-page.ts'
import type { PageCache } from '#fetch/cache.ts'
import { startIndexer } from '#page-index/indexer.ts'
import type { PageIndex } from '#page-index/page-index.ts'
import type { ReadPages } from '#page-index/read-pages.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { Notifier } from '#queue/notifier.ts'
import type { Database } from '#storage/database.ts'
import { createAskOne } from './ask-one.ts'
import { createAskProviders } from './ask.ts'
import { createIndexes, type IndexAccess } from './create-indexes.ts'
import { createDeveloperSource } from './developer/as-source.ts'
import { developerRoutes } from './developer/routes.ts'
import { createFinishItems } from './finish-items.ts'
import { createHealth } from './health.ts'
import { searchJobType } from './job-type.ts'
import { createLocalPages } from './local-pages.ts'
import { paperRoutes } from './papers/routes.ts'
import { createProviders, type ProviderAccess } from './providers/create-providers.ts'
import { searchRoutes } from './routes.ts'
import { createScrapeItems } from './scrape-items.ts'
import { createSearchHandlers } from './search-handlers.ts'
import { createSearchSource } from './search-source.ts'
import { createSearch } from './search.ts'
import type { Searches } from './searches.ts'
import { createSend } from './send.ts'

interface SearchFeatureDeps {
  readonly runOperation: RunOperation
  readonly database: Database
  readonly pageIndex: PageIndex
  readonly readPages: ReadPages
  readonly cache: Pick<PageCache, 'find'>
  readonly readContent: ReadContent
  readonly clock: Clock
  readonly log: Log
  readonly callApi: CallApi
  readonly access: ProviderAccess & IndexAccess
  readonly settings: {
    readonly mode: 'web' | 'local'
    readonly providers: readonly string[]
    readonly noRetention: readonly string[]
    readonly hedging: 'free' | 'all'
    readonly index: 'on' | 'off'
  }
  readonly allowedHosts: readonly string[]
  readonly makeDocument: MakeDocument
  readonly scrapePage: ScrapePage
  readonly results: Pick<Results, 'pack' | 'save'>
  readonly pagePriceOf: PagePrice
  readonly slots: Pick<Slots, 'acquire'>
  readonly jobs: Pick<Jobs, 'start'>
  readonly notifier: Notifier
  readonly searches: Searches
}

export function createSearchFeature(deps: SearchFeatureDeps): Feature {
  const { runOperation, clock, log, settings, allowedHosts } = deps
  const health = createHealth(deps)
  const send = createSend({ callApi: deps.callApi, health, now: () => clock.now() })
  const hedgesPaid = settings.hedging === 'all'
  const askProviders = createAskProviders({
    askOne: createAskOne({ send, health, log }),
    hedgesPaid,
  })
  const { pageIndex } = deps
  const isIndexed = settings.index === 'on'
  const isLocal = settings.mode === 'local'
  const providers = isLocal ? [] : createProviders(deps.access, settings.providers)
  const { noRetention } = settings
  const searchSource = createSearchSource({
    providers,
    noRetention,
    askProviders,
    localPages: isIndexed ? createLocalPages({ pageIndex }) : undefined,
  })
  const { jobs, notifier, searches, pagePriceOf } = deps
  const finishItems = createFinishItems({
    scrapeItems: createScrapeItems(deps),
    jobs,
    notifier,
    pagePriceOf,
  })
  const { papers, searchDeveloper } = createIndexes({
    ...deps,
    asksOthers: !isLocal,
    noRetention,
    pageIndex: isIndexed ? pageIndex : undefined,
    health,
    now: () => clock.now(),
  })
  const search = createSearch({
    runOperation,
    searchSource,
    developerSource: createDeveloperSource(searchDeveloper),
    clock,
    finishItems,
    pagePriceOf,
    searches,
    allowedHosts,
  })
  return {
    endpoints: [
      ...searchRoutes({ search }),
      ...paperRoutes({ ...papers, runOperation }),
      ...developerRoutes({ searchDeveloper, runOperation }),
    ],
    jobTypes: [{ ...searchJobType, handlers: createSearchHandlers(deps) }],
    sweeps: [pageIndex, searches],
    loops: isIndexed ? [() => startIndexer({ ...deps, index: pageIndex })] : [],
  }
}
