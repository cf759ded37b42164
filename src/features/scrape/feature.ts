import type { RecordFetches } from '#operations/record-fetch.ts'
import type { Feature } from '#features/feature.ts'
import type { RecipeStore } from '#formats/recipe-store.ts'
import type { Format } from '#formats/registry.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { Log } from '#kernel/log.ts'
import type { Registry } from '#data-providers/registry.ts'
import type { TeamChoices } from '#data-providers/team-choices.ts'
import type { ThirdPartyData } from '#data-providers/third-party-data.ts'
import type { Threats } from '#threat/threats.ts'
import type { MakeDocument } from '#pages/sources/page.ts'
import type { Results } from '#pages/results.ts'
import type { Safeguard } from '#pages/safeguard.ts'
import { createRunTools } from './run-tools.ts'
import { scrapeRoutes } from './routes.ts'
import { createScrape } from './scrape.ts'

interface ScrapeFeatureDeps {
  readonly runOperation: RunOperation
  readonly makeDocument: MakeDocument
  readonly threats: Pick<Threats, 'refuseOption'>
  readonly safeguard: Pick<Safeguard, 'assertAvailable'>
  readonly results: Results
  readonly recordFetches: RecordFetches
  readonly thirdPartyData: Pick<ThirdPartyData, 'priceMax'>
  readonly registry: Registry
  readonly choices: Pick<TeamChoices, 'read'>
  readonly log: Log
  readonly recipes: Pick<RecipeStore, 'sweep'>
  readonly allowedHosts: readonly string[]
  readonly priceFormats: (formats: readonly Format[]) => number
}

export function createScrapeFeature(deps: ScrapeFeatureDeps): Feature {
  const { results, allowedHosts } = deps
  const scrape = createScrape(deps)
  const runTools = createRunTools(deps)
  return {
    endpoints: scrapeRoutes({ scrape, runTools, results, allowedHosts }),
    sweeps: [results, deps.recipes],
  }
}
