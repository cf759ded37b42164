import { createProviders, type PageReading } from '#web-search/providers/create-providers.ts'
import type { ReadContent } from '#reading/read-content.ts'
import type { Config } from '#config.ts'
import type { Foundations } from '#compose-foundations.ts'
import type { Feature } from '#features/feature.ts'
import { createFeedbackFeature } from '#features/feedback/feature.ts'
import type { MakeDocument } from '#pages/sources/page.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { Results } from '#pages/results.ts'
import type { ScrapePage } from '#pages/scrape-page.ts'
import { createSources, type Sources } from '#features/search/create-sources.ts'
import { createExcerpts } from '#web-search/excerpts.ts'
import { createSearchFeature } from '#features/search/feature.ts'
import { createSearches } from '#features/search/searches.ts'
import type { Registry } from '#data-providers/registry.ts'
import type { TeamChoices } from '#data-providers/team-choices.ts'
import { createApiClient } from '#net/api-client.ts'

interface SearchParts {
  readonly sources: Sources
  readonly allowedHosts: readonly string[]
  readonly makeDocument: MakeDocument
  readonly scrapePage: ScrapePage
  readonly results: Results
  readonly registry: Registry
  readonly choices: Pick<TeamChoices, 'read'>
  readonly pagePriceOf: PagePrice
}

/** Names of the search providers in the order in which they are asked; empty when no query leaves the machine. */
export const searchProviders = ({ config, readContent }: Foundations): string[] => {
  const { search, secrets } = config
  if (search.mode === 'local') return []
  const options = { names: search.providers, pages: pageReading(config, readContent) }
  return createProviders(secrets, options).map(({ name }) => name)
}

const pageReading = ({ search, fetch }: Config, readContent: ReadContent): PageReading => ({
  obeysRobots: search.resultPageDespiteRobots === 'off',
  robotsAgent: fetch.robotsAgent,
  userAgent: fetch.userAgent,
  readContent,
})

/** The search, with its way to the providers, and the ratings of results. */
export function composeSearch(
  foundations: Foundations,
  { sources, ...parts }: SearchParts,
): Feature[] {
  const { config, database, clock, log, seal, credits, activity } = foundations
  const { runOperation, recordFetches } = foundations
  const { pageIndex, readPages, cache, readContent, slots, jobs, notifier, threats } = foundations
  const {
    feedbackDays: ratedDays,
    feedbackKeptDays: keptDays,
    refundsPerDay,
    index,
  } = config.search
  const searches = createSearches({ database, ratedDays })
  const isIndexing = index === 'on'
  return [
    createSearchFeature({
      ...parts,
      sources,
      searches,
      isIndexing,
      database,
      clock,
      log,
      runOperation,
      recordFetches,
      pageIndex,
      readPages,
      cache,
      readContent,
      slots,
      jobs,
      notifier,
      threats,
    }),
    createFeedbackFeature({
      database,
      clock,
      seal,
      credits,
      activity,
      searchedAt: (id, teamId) => searches.find(id, teamId),
      ratedDays,
      refundsPerDay,
      keptDays,
    }),
  ]
}

/** What searches and monitors search. */
export function composeSources(foundations: Foundations, stack: AsyncDisposableStack): Sources {
  const { search: settings, secrets: access } = foundations.config
  const { searxngUrl, openalexUrl, githubUrl } = access
  const configuredUrls = [searxngUrl, openalexUrl, githubUrl].flatMap((url) => url ?? [])
  const { guard, lookup, database, pageIndex, clock, log } = foundations
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls, lookup }))
  const pages = pageReading(foundations.config, foundations.readContent)
  const excerpts = stack.use(createExcerpts())
  return createSources({
    database,
    pageIndex,
    clock,
    log,
    callApi,
    access,
    settings,
    pages,
    excerpts,
  })
}
