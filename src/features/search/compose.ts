import type { Config } from '#config.ts'
import { createApiClient, type ApiAccess } from '#net/api-client.ts'
import { pageReading } from '#web-search/compose.ts'
import { createExcerpts } from '#web-search/excerpts.ts'
import { createSearchSources, type SearchSources, type SourcesDeps } from './create-sources.ts'
import type { ReadContent } from '#reading/read-content.ts'

type MadeHere = 'callApi' | 'access' | 'settings' | 'pages' | 'excerpts'

interface SearchParts extends ApiAccess, Omit<SourcesDeps, MadeHere> {
  readonly config: Config
  readonly readContent: ReadContent
}

/** What searches and monitors search. */
export function composeSources(parts: SearchParts, stack: AsyncDisposableStack): SearchSources {
  const { config } = parts
  const { search: settings, secrets: access } = config
  const { searxngUrl, openalexUrl, githubUrl } = access
  const configuredUrls = [searxngUrl, openalexUrl, githubUrl].flatMap((url) => url ?? [])
  const { callApi } = stack.use(createApiClient({ ...parts, configuredUrls }))
  const pages = pageReading(config, parts.readContent)
  const excerpts = stack.use(createExcerpts())
  return createSearchSources({ ...parts, callApi, access, settings, pages, excerpts })
}
