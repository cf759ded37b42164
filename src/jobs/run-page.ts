import { failures } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { FaultScopes } from '#kernel/fault-scopes.ts'
import { inSpan, withTrace } from '#kernel/trace.ts'
import { mayTryAgain, pageRetries } from '#kernel/page-retries.ts'
import { describeCause } from './cause-of.ts'
import { failFrom } from './crash-points.ts'
import type { PageProgress } from './job-handler.ts'
import type { JobTypes } from './job-types.ts'
import type { LeasedPage, PageOutcome } from './frontier.ts'
import type { Job, Jobs } from './job.ts'

interface PageRunDeps {
  readonly jobs: Pick<Jobs, 'byId'>
  readonly jobTypes: Pick<JobTypes, 'of'>
  readonly faultScopes: FaultScopes
  readonly log: Log
}

/** Returns the result of a page; undefined when it was not processed and must be released. */
export type RunLeasedPage = (
  page: LeasedPage,
  progress: PageProgress,
) => Promise<PageOutcome | undefined>

/** How long a job is cached. Short, because a redirect can change its URL in another process. */
const jobCachedMs = 5_000

export function createRunPage({ jobs, jobTypes, faultScopes, log }: PageRunDeps): RunLeasedPage {
  const known = new Map<
    string,
    { readonly job: Promise<Job | undefined>; readonly until: number }
  >()

  function findJob(id: string): Promise<Job | undefined> {
    const now = Date.now()
    for (const [key, { until }] of known) if (until <= now) known.delete(key)
    const job = known.get(id)?.job ?? jobs.byId(id)
    if (!known.has(id)) known.set(id, { job, until: now + jobCachedMs })
    return job
  }

  const workOn = (job: Job, page: LeasedPage, progress: PageProgress) =>
    faultScopes.run((failed) => {
      const signal = AbortSignal.any([progress.signal, failed])
      return withTrace({ traceId: job.traceId, jobId: job.id }, () =>
        inSpan(
          { name: `page of a ${job.kind}` },
          () => jobTypes.of(job.kind).handlers.page(job, page, { ...progress, signal }),
          ({ state }) => ({ 'weir.outcome': state }),
        ),
      )
    })

  /** A page that is given up may have been requested, so that it has an event. */
  function givenUp(end: FailedPage, page: LeasedPage, job: Job | undefined): PageOutcome {
    if (!job) return end
    const { teamId, principal, zeroDataRetention, kind, id: requestId } = job
    const now = new Date()
    const fetched = {
      teamId,
      principal,
      endpoint: jobTypes.of(kind).publicName,
      requestId,
      scrapeId: page.scrapeId,
      url: page.url,
      startedAt: now,
      completedAt: now,
      zeroDataRetention,
      outcome: { code: end.code, message: end.message },
    }
    return { ...end, fetched }
  }

  return async function runPage(page, progress) {
    if (page.isUnreadable) return abandoned
    const end = page.crashPoints >= failFrom ? crashedProcesses : abandoned
    let job: Job | undefined
    try {
      job = await findJob(page.jobId)
      if (end === crashedProcesses || !mayTryAgain('run', page.attempts - 1))
        return givenUp(end, page, job)
      const outcome = job && (await workOn(job, page, progress))
      // The pages that it leads to must be judged by its new start URL.
      if (outcome?.state === 'done' && outcome.movedTo !== undefined) known.delete(page.jobId)
      return outcome
    } catch (err) {
      if (progress.signal.aborted) return undefined
      log.warn({ ...describeCause(err, job), jobId: page.jobId }, 'page of a job failed')
      if (!mayTryAgain('run', page.attempts)) return givenUp(abandoned, page, job)
      return { state: 'waiting', waitMs: pageRetries.run.waitMs(page.attempts) }
    }
  }
}

type FailedPage = Extract<PageOutcome, { state: 'failed' }>

const crashedProcesses: FailedPage = {
  state: 'failed',
  code: 'SCRAPE_RETRY_LIMIT',
  message: failures.SCRAPE_RETRY_LIMIT.message,
  price: 0,
}

const abandoned: FailedPage = {
  state: 'failed',
  code: 'UNKNOWN_ERROR',
  message: 'The page could not be processed, and was given up after several attempts.',
  price: 0,
}
