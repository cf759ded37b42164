import { siteWaitMs } from '#kernel/errors.ts'
import type { PageOutcome } from './frontier.ts'
import type { Job } from './job.ts'

const waitMsMax = 86_400_000

/** Whether pages of a job wait for a site that asks to be requested later; for a day after the job has been started. */
export const mayWaitForSite = ({ createdAt }: Pick<Job, 'createdAt'>): boolean =>
  Date.now() - createdAt.getTime() < waitMsMax

/** Milliseconds that a job waits after an error of a site; undefined if it does not. */
export function jobWaitMs(job: Job | undefined, thrown: unknown): number | undefined {
  const waitMs = siteWaitMs(thrown)
  return waitMs !== undefined && job && mayWaitForSite(job) ? waitMs : undefined
}

/** Returns the outcome of a page that was not requested because its site asks to be requested later. Throws other errors. */
export const untriedUntilRetry =
  (job: Job) =>
  (thrown: unknown): Extract<PageOutcome, { state: 'waiting' }> => {
    const waitMs = jobWaitMs(job, thrown)
    if (waitMs === undefined) throw thrown
    return { state: 'waiting', waitMs, isUntried: true }
  }
