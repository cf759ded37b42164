import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { CallApi } from '#net/api-client.ts'
import type { PageIndex } from '#page-index/page-index.ts'
import type { Database } from '#storage/database.ts'
import { createAskOne } from '#web-search/ask-one.ts'
import { createAskProviders } from '#web-search/ask.ts'
import { createIndexes, type IndexAccess } from './create-indexes.ts'
import type { SearchDeveloper } from './developer/developer.ts'
import type { Excerpts } from '#web-search/excerpts.ts'
import { createHealth } from '#web-search/health.ts'
import { createLocalPages } from '#web-search/local-pages.ts'
import type { PapersDeps } from './papers/papers.ts'
import {
  createProviders,
  type PageReading,
  type ProviderAccess,
} from '#web-search/providers/create-providers.ts'
import { createSearchSource, type SearchSource } from '#web-search/search-source.ts'
import { createSearchWeb, type SearchWeb } from '#web-search/search-web.ts'
import { createSend } from '#web-search/send.ts'

export interface SourcesDeps {
  readonly database: Database
  readonly pageIndex: PageIndex
  readonly clock: Clock
  readonly log: Log
  readonly callApi: CallApi
  readonly access: ProviderAccess & IndexAccess
  readonly pages: PageReading
  readonly excerpts: Excerpts
  readonly settings: {
    readonly mode: 'web' | 'local'
    readonly providers: readonly string[]
    readonly noRetention: readonly string[]
    readonly hedging: 'free' | 'all'
    readonly index: 'on' | 'off'
  }
}

/** Everything that can be searched. */
export interface SearchSources {
  readonly searchSource: SearchSource
  /** Providers alone, for monitors. */
  readonly searchWeb: SearchWeb
  readonly papers: PapersDeps
  readonly searchDeveloper: SearchDeveloper
  readonly excerpts: Excerpts
}

/** The local index and the providers that the settings allow. */
export function createSearchSources(deps: SourcesDeps): SearchSources {
  const { clock, log, settings, callApi } = deps
  const { noRetention } = settings
  const now = () => clock.now()
  const health = createHealth(deps)
  const askProviders = createAskProviders({
    askOne: createAskOne({ send: createSend({ callApi, health, now }), health, log }),
    hedgesPaid: settings.hedging === 'all',
  })
  const isLocal = settings.mode === 'local'
  const providers = isLocal
    ? []
    : createProviders(deps.access, { names: settings.providers, pages: deps.pages })
  const pageIndex = settings.index === 'on' ? deps.pageIndex : undefined
  return {
    excerpts: deps.excerpts,
    searchSource: createSearchSource({
      providers,
      noRetention,
      askProviders,
      localPages: pageIndex && createLocalPages({ ...deps, pageIndex }),
    }),
    searchWeb: createSearchWeb({ providers, askProviders, now }),
    ...createIndexes({ ...deps, asksOthers: !isLocal, noRetention, pageIndex, health, now }),
  }
}
