import type { Config } from '#config.ts'
import type { Clock } from '#kernel/clock.ts'
import { createApiClient } from '#net/api-client.ts'
import type { Guard } from '#net/guard.ts'
import type { Lookup } from '#net/lookup.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { createOpenSearchIndex } from '#page-index/open-search/create-open-search-index.ts'
import type { PageIndex } from '#page-index/page-index.ts'
import type { Database } from '#storage/database.ts'

interface PageIndexParts {
  readonly database: Database
  readonly clock: Clock
  readonly guard: Guard
  readonly lookup: Lookup
}

/** The index of pages: in OpenSearch if an address is configured, else in the database. */
export function composePageIndex(
  { search, secrets: { opensearchUrl: url } }: Config,
  { database, clock, guard, lookup }: PageIndexParts,
  stack: AsyncDisposableStack,
): PageIndex {
  const budget = { daysMax: search.indexDays, pagesMax: search.indexPagesMax }
  if (url === undefined) return createPageIndex({ database, clock, budget })
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls: [url], lookup }))
  return createOpenSearchIndex({ url, callServer: callApi, clock, budget })
}
