import type { JobVerbsDeps } from '#job-api/job-verbs.ts'
import type { StartJobDeps } from '#job-api/start-job.ts'
import type { Feature } from '#features/feature.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { Safeguard } from '#pages/safeguard.ts'
import type { KnownPages } from '#fetch/known-pages.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { Threats } from '#threat/threats.ts'
import { createCrawl } from './crawl.ts'
import { crawlJobType } from './job-type.ts'
import { createLlmsText } from './llmstxt/llms-text.ts'
import { llmsTextRoutes } from './llmstxt/routes.ts'
import { createPreview } from './preview.ts'
import { crawlRoutes } from './routes.ts'

interface CrawlFeatureDeps extends StartJobDeps, JobVerbsDeps {
  readonly handlers: JobHandlers
  readonly safeguard: Pick<Safeguard, 'assertAvailable'>
  readonly pricePage: PagePrice
  readonly urlRules: UrlRules
  /** Undefined when no language model is configured. */
  readonly model: LanguageModel | undefined
  readonly knownPages: KnownPages
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
}

export function createCrawlFeature(deps: CrawlFeatureDeps): Feature {
  const { jobs, handlers, urlRules } = deps
  const preview = createPreview(deps)
  const crawl = createCrawl({ ...deps, preview })
  return {
    endpoints: [
      ...crawlRoutes({ crawl, preview, ...urlRules }),
      ...llmsTextRoutes(createLlmsText({ crawl, jobs, urlRules }), urlRules),
    ],
    jobTypes: [{ ...crawlJobType, handlers }],
  }
}
