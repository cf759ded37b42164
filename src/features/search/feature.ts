import type { Feature } from '#features/feature.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { CallApi } from '#net/api-client.ts'
import type { ReadContent } from '#content/content.ts'
import type { PageCache } from '#fetch/cache.ts'
import { startIndexer } from '#page-index/indexer.ts'
import type { PageIndex } from '#page-index/page-index.ts'
import type { ReadPages } from '#page-index/read-pages.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { Database } from '#storage/database.ts'
import { createAskOne } from './ask-one.ts'
import { createAskProviders } from './ask.ts'
import { createHealth } from './health.ts'
import { createLocalPages } from './local-pages.ts'
import { createProviders, type ProviderAccess } from './providers/create-providers.ts'
import { searchRoutes } from './routes.ts'
import { createSearchSource } from './search-source.ts'
import { createSearch } from './search.ts'
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
  readonly access: ProviderAccess
  readonly settings: {
    readonly mode: 'web' | 'local'
    readonly providers: readonly string[]
    readonly noRetention: readonly string[]
    readonly hedging: 'free' | 'all'
    readonly index: 'on' | 'off'
  }
  readonly allowedHosts: readonly string[]
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
  log.info({ providers: providers.map(({ name }) => name) }, 'search providers')
  const searchSource = createSearchSource({
    providers,
    noRetention,
    askProviders,
    localPages: isIndexed ? createLocalPages({ pageIndex }) : undefined,
  })
  const search = createSearch({ runOperation, searchSource, clock, allowedHosts })
  return {
    endpoints: searchRoutes({ search }),
    sweeps: [pageIndex],
    loops: isIndexed ? [() => startIndexer({ ...deps, index: pageIndex })] : [],
  }
}
