import type { Config } from '#config.ts'
import { createApiClient } from '#net/api-client.ts'
import type { Guard } from '#net/guard.ts'
import type { Lookup } from '#net/lookup.ts'
import { pageReading } from '#web-search/compose.ts'
import { createExcerpts } from '#web-search/excerpts.ts'
import { createSearchSources, type SearchSources, type SourcesDeps } from './create-sources.ts'
import type { ReadContent } from '#reading/read-content.ts'

interface SearchParts extends Omit<
  SourcesDeps,
  'callApi' | 'access' | 'settings' | 'pages' | 'excerpts'
> {
  readonly config: Config
  readonly readContent: ReadContent
  readonly guard: Guard
  readonly lookup: Lookup
}

/** What searches and monitors search. */
export function composeSources(parts: SearchParts, stack: AsyncDisposableStack): SearchSources {
  const { config, guard, lookup } = parts
  const { search: settings, secrets: access } = config
  const { searxngUrl, openalexUrl, githubUrl } = access
  const configuredUrls = [searxngUrl, openalexUrl, githubUrl].flatMap((url) => url ?? [])
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls, lookup }))
  const pages = pageReading(config, parts.readContent)
  const excerpts = stack.use(createExcerpts())
  return createSearchSources({ ...parts, callApi, access, settings, pages, excerpts })
}
