import type { Feature } from '#features/feature.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { CallApi } from '#net/api-client.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { Sql } from '#storage/database.ts'
import { createAskOne } from './ask-one.ts'
import { createAskProviders } from './ask.ts'
import { createHealth } from './health.ts'
import { createProviders, type ProviderAccess } from './providers/create-providers.ts'
import { searchRoutes } from './routes.ts'
import { createSearchSource } from './search-source.ts'
import { createSearch } from './search.ts'
import { createSend } from './send.ts'

interface SearchFeatureDeps {
  readonly runOperation: RunOperation
  readonly database: Sql
  readonly clock: Clock
  readonly log: Log
  readonly callApi: CallApi
  readonly access: ProviderAccess
  readonly settings: {
    readonly mode: 'web' | 'local'
    readonly providers: readonly string[]
    readonly noRetention: readonly string[]
    readonly hedging: 'free' | 'all'
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
  const isLocal = settings.mode === 'local'
  const providers = isLocal ? [] : createProviders(deps.access, settings.providers)
  const { noRetention } = settings
  log.info({ providers: providers.map(({ name }) => name) }, 'search providers')
  const searchSource = createSearchSource({
    providers,
    noRetention,
    askProviders,
    localPages: undefined,
  })
  const search = createSearch({ runOperation, searchSource, clock, allowedHosts })
  return { endpoints: searchRoutes({ search }) }
}
