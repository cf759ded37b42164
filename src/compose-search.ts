import type { Foundations } from '#compose-foundations.ts'
import { createSearchFeature } from '#features/search/feature.ts'
import type { Feature } from '#features/feature.ts'
import { createApiClient } from '#net/api-client.ts'

/** The search, with its way to the providers. */
export function composeSearch(
  foundations: Foundations,
  deps: { readonly allowedHosts: readonly string[] },
  stack: AsyncDisposableStack,
): Feature {
  const { config, guard } = foundations
  const { searxngUrl } = config.secrets
  const configuredUrls = searxngUrl === undefined ? [] : [searxngUrl]
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls }))
  const { search: settings, secrets: access } = config
  return createSearchFeature({ ...foundations, ...deps, callApi, access, settings })
}
