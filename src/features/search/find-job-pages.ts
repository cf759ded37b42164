import type { Call } from '#kernel/call.ts'
import { refuseForeignWork } from '#kernel/own-work.ts'
import type { Jobs } from '#jobs/job.ts'
import { ServiceError } from '#kernel/errors.ts'
import { lateWarning, waitUntilIndexed, type NewPages } from '#page-index/wait-until-indexed.ts'

/** The pages of a job, which are searched alone. */
interface JobPages {
  readonly urls: readonly string[]
  readonly warnings: readonly string[]
}

/** Fails with `NOT_FOUND` for unknown jobs, and with `CONFLICT` for those whose pages are not indexed. */
export type FindJobPages = (
  jobId: string,
  call: Pick<Call, 'account' | 'signal'>,
) => Promise<JobPages>

export interface JobPagesDeps extends NewPages {
  readonly jobs: Pick<Jobs, 'summary' | 'urls'>
}

const pagesMax = 10_000
const kinds: ReadonlySet<string> = new Set(['crawl', 'batch-scrape'])

export function createFindJobPages(deps: JobPagesDeps): FindJobPages {
  const { jobs } = deps
  return async function findJobPages(jobId, { account, signal }) {
    const { teamId } = account
    const job = await jobs.summary(jobId, teamId)
    if (!job || !kinds.has(job.kind)) throw new ServiceError('NOT_FOUND', 'Job not found')
    refuseForeignWork(account, job.principal)
    if (job.zeroDataRetention)
      throw new ServiceError('CONFLICT', 'Pages read under zero data retention are not searched.')
    const urls = await jobs.urls(jobId, pagesMax)
    const waited = await waitUntilIndexed(deps, { teamId, signal })
    const warnings = [
      ...(waited === 'late' ? [lateWarning] : []),
      ...(job.state === 'scraping'
        ? [`The job is still running: the ${urls.length} pages that it has read were searched.`]
        : []),
      ...(urls.length < job.completed && urls.length === pagesMax
        ? [`Only the first ${pagesMax} pages of the job were searched.`]
        : []),
    ]
    return { urls, warnings }
  }
}
