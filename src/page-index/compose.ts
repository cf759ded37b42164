import type { Config } from '#config.ts'
import type { Clock } from '#kernel/clock.ts'
import { createApiClient } from '#net/api-client.ts'
import type { Guard } from '#net/guard.ts'
import type { Lookup } from '#net/lookup.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { createOpenSearchIndex } from '#page-index/open-search/create-open-search-index.ts'
import type { PageIndex } from '#page-index/page-index.ts'
import type { Database } from '#storage/database.ts'
import { builtInEncoder, type VectorEncoder } from './vectors/encoder.ts'
import { createRemoteEncoder, type EmbeddingsApi } from './vectors/remote-encoder.ts'

interface PageIndexParts {
  readonly database: Database
  readonly clock: Clock
  readonly guard: Guard
  readonly lookup: Lookup
  readonly encoder?: VectorEncoder
}

/** The index of pages: in OpenSearch if an address is configured, else in the database. */
export function composePageIndex(
  { search, secrets: { opensearchUrl: url } }: Config,
  { database, clock, guard, lookup, encoder }: PageIndexParts,
  stack: AsyncDisposableStack,
): PageIndex {
  const budget = { daysMax: search.indexDays, pagesMax: search.indexPagesMax }
  if (url === undefined)
    return createPageIndex({ database, clock, budget, ...(encoder && { encoder }) })
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls: [url], lookup }))
  return createOpenSearchIndex({ url, callServer: callApi, clock, budget })
}

/** What compares questions with pages: an embeddings API if a model is configured, else the table that comes with the service. */
export function composeEncoder(
  api: EmbeddingsApi | undefined,
  { guard, lookup }: Pick<PageIndexParts, 'guard' | 'lookup'>,
  stack: AsyncDisposableStack,
): VectorEncoder {
  if (!api) return builtInEncoder
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls: [api.url], lookup }))
  return createRemoteEncoder(api, callApi)
}
