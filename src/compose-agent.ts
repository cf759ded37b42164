import type { Foundations } from '#compose-foundations.ts'
import { createAgentFeature } from '#features/agent/feature.ts'
import type { OpenOperations } from '#features/agent/runs/site-operations.ts'
import type { Feature } from '#features/feature.ts'
import type { RunSessions } from '#features/interact/run-sessions.ts'
import { createMap, type MapDeps } from '#features/map/map.ts'
import type { MakeDocument } from '#pages/sources/page.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { Results } from '#pages/results.ts'
import type { Safeguard } from '#pages/safeguard.ts'
import { createScrape } from '#features/scrape/scrape.ts'
import { createDeveloperSource } from '#features/search/developer/as-source.ts'
import type { Sources } from '#features/search/create-sources.ts'
import { createSearch } from '#features/search/search.ts'
import type { Format } from '#formats/registry.ts'
import type { ThirdPartyData } from '#data-providers/third-party-data.ts'
import type { RecordFetches } from '#operations/record-fetch.ts'
import type { UrlRules } from '#kernel/web-url.ts'

interface AgentParts {
  readonly makeDocument: MakeDocument
  readonly safeguard: Safeguard
  readonly results: Results
  readonly thirdPartyData: ThirdPartyData
  readonly recordFetches: RecordFetches
  readonly pagePriceOf: PagePrice
  readonly surchargeOf: (formats: readonly Format[]) => number
  readonly sources: Sources
  readonly map: Omit<MapDeps, 'runOperation'>
  readonly urlRules: UrlRules
  readonly runSessions: RunSessions
}

/** Runs of the agent and extractions; their tools are the operations of the service. */
export function composeAgent(foundations: Foundations, parts: AgentParts): Feature {
  const { config, clock, log, database, seal, threats, llm, pageWork } = foundations
  const { runOperation, credits, slots, outbox, queueNotifier } = foundations
  const { pagePriceOf, urlRules, runSessions } = parts
  const { searchSource, searchDeveloper } = parts.sources
  const openOperations: OpenOperations = (runOperation) => ({
    scrape: createScrape({ ...parts, threats, runOperation }),
    mapSite: createMap({ ...parts.map, runOperation }),
    search: createSearch({
      runOperation,
      threats,
      searchSource,
      developerSource: createDeveloperSource(searchDeveloper),
      clock,
      pagePriceOf,
      allowedHosts: urlRules.allowedHosts,
      // Searches of runs are not rated, and scrape nothing.
      searches: { save: () => Promise.resolve() },
      tools: { assertAllowed() {}, find: () => Promise.resolve(undefined) },
      finishItems: (items) =>
        Promise.resolve({ items, scrapeIds: undefined, credits: 0, warnings: [], writes: [] }),
    }),
  })
  return createAgentFeature({
    runOperation,
    openOperations,
    database,
    seal,
    clock,
    log,
    credits,
    slots,
    outbox,
    pagePriceOf,
    urlRules,
    queueNotifier,
    runSessions,
    threats,
    ...config.agent,
    hasThreads: config.agent.threads === 'on',
    model: llm?.model,
    errorsOf: llm?.errorsOf,
    pageWork,
  })
}
