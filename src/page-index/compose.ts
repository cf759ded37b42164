import type { Config } from '#config.ts'
import { createApiClient, type ApiAccess } from '#net/api-client.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'
import { createOpenSearchIndex } from '#page-index/open-search/create-open-search-index.ts'
import type { PageIndex } from '#page-index/page-index.ts'
import { builtInEncoder, type VectorEncoder } from './vectors/encoder.ts'
import { createRemoteEncoder, type EmbeddingsApi } from './vectors/remote-encoder.ts'

type PageIndexParts = ApiAccess & Omit<Parameters<typeof createPageIndex>[0], 'budget'>

/** The index of pages: in OpenSearch if an address is configured, else in the database. */
export function composePageIndex(
  { search, secrets: { opensearchUrl: url } }: Config,
  parts: PageIndexParts,
  stack: AsyncDisposableStack,
): PageIndex {
  const budget = { daysMax: search.indexDays, pagesMax: search.indexPagesMax }
  if (url === undefined) return createPageIndex({ ...parts, budget })
  const { callApi } = stack.use(createApiClient({ ...parts, configuredUrls: [url] }))
  return createOpenSearchIndex({ url, callServer: callApi, clock: parts.clock, budget })
}

/** What compares questions with pages: an embeddings API if a model is configured, else the table that comes with the service. */
export function composeEncoder(
  api: EmbeddingsApi | undefined,
  access: ApiAccess,
  stack: AsyncDisposableStack,
): VectorEncoder {
  if (!api) return builtInEncoder
  const { callApi } = stack.use(createApiClient({ ...access, configuredUrls: [api.url] }))
  return createRemoteEncoder(api, callApi)
}
