import type { Config } from '#config.ts'
import type { Feature } from '#features/feature.ts'
import { createMap, type MapDeps } from '#features/map/map.ts'
import { createScrape } from '#features/scrape/scrape.ts'
import type { SearchSources } from '#features/search/create-sources.ts'
import { createDeveloperSource } from '#features/search/developer/as-source.ts'
import { noAnswer } from '#features/search/answer-from-results.ts'
import { createFindJobPages, type JobPagesDeps } from '#features/search/find-job-pages.ts'
import { createSearch } from '#features/search/search.ts'
import type { Llm } from '#llm/create-llm.ts'
import { createAgentFeature, type AgentFeatureDeps } from './feature.ts'
import type { OpenOperations } from './runs/site-operations.ts'

type Configured = keyof Config['agent'] | 'hasThreads' | 'model' | 'findErrors' | 'openOperations'

type AgentParts = Omit<AgentFeatureDeps, Configured> &
  Omit<Parameters<typeof createScrape>[0], 'runOperation'> & {
    readonly config: Config
    readonly jobs: JobPagesDeps['jobs']
    readonly pageIndex: JobPagesDeps['pageIndex']
    readonly llm: Pick<Llm, 'model' | 'findErrors'> | undefined
    readonly sources: Pick<SearchSources, 'searchSource' | 'searchDeveloper'>
    readonly map: Omit<MapDeps, 'runOperation'>
  }

/** Runs of the agent and extractions; their tools are the operations of the service. */
export function composeAgent(parts: AgentParts): Feature {
  const { config, llm, sources, urlRules } = parts
  const openOperations: OpenOperations = (runOperation) => ({
    scrape: createScrape({ ...parts, runOperation }),
    mapSite: createMap({ ...parts.map, runOperation }),
    search: createSearch({
      ...parts,
      ...urlRules,
      runOperation,
      searchSource: sources.searchSource,
      developerSource: createDeveloperSource(sources.searchDeveloper),
      // Searches of runs are not rated, scrape nothing and answer nothing.
      searches: { save: () => Promise.resolve() },
      tools: { assertAllowed() {}, find: () => Promise.resolve(undefined) },
      answerFromResults: () => Promise.resolve(noAnswer),
      findJobPages: createFindJobPages(parts),
      finishItems: (items) =>
        Promise.resolve({ items, scrapeIds: undefined, credits: 0, warnings: [], writes: [] }),
    }),
  })
  return createAgentFeature({
    ...parts,
    ...config.agent,
    openOperations,
    hasThreads: config.agent.threads === 'on',
    model: llm?.model,
    findErrors: llm?.findErrors,
  })
}
