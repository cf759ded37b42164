import type { Feature } from '#features/feature.ts'
import type { PagePrice } from '#pages/page-price.ts'
import type { Safeguard } from '#pages/safeguard.ts'
import type { JobHandlers } from '#jobs/job-handler.ts'
import type { JobTypes } from '#jobs/job-types.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { Threats } from '#threat/threats.ts'
import { createBatch } from './batch.ts'
import { batchConsoleRoutes } from './console-routes.ts'
import { batchJobType } from './job-type.ts'
import { batchRoutes } from './routes.ts'
import type { JobVerbsDeps } from '#job-api/job-verbs.ts'
import type { StartJobDeps } from '#job-api/start-job.ts'

interface BatchFeatureDeps extends StartJobDeps, JobVerbsDeps {
  readonly handlers: JobHandlers
  readonly jobTypes: Pick<JobTypes, 'shown'>
  readonly safeguard: Pick<Safeguard, 'assertAvailable'>
  readonly pricePage: PagePrice
  readonly urlRules: UrlRules
  readonly threats: Pick<Threats, 'refuseOption' | 'findScreen'>
}

export function createBatchFeature(deps: BatchFeatureDeps): Feature {
  const { jobs, jobTypes, handlers, urlRules } = deps
  const batch = createBatch({ ...deps, ...urlRules })
  return {
    endpoints: [
      ...batchRoutes({ batch, ...urlRules }),
      ...batchConsoleRoutes({ batch, jobs, jobTypes }),
    ],
    jobTypes: [{ ...batchJobType, handlers }],
  }
}
