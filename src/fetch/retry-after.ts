import { ServiceError } from '#kernel/errors.ts'
import type { Page } from './page.ts'

/** Longest wait that is taken for a page. */
const waitMsMax = 30_000

/** Fails with `SCRAPE_SITE_ERROR` and the time to wait, if the site asked to be requested again later. */
export function refuseUntilRetry({ retryAt }: Page): void {
  if (!retryAt) return
  const retryAfterSeconds = Math.max(1, Math.ceil((retryAt.getTime() - Date.now()) / 1_000))
  const message = `The site asked to wait until ${retryAt.toISOString()} (Retry-After). Try again then.`
  throw new ServiceError('SCRAPE_SITE_ERROR', message, { retryAfterSeconds })
}

/** Whether there is time to wait and to fetch the page afterwards: the wait takes at most half of the time left. */
export function fitsDeadline(waitMs: number, deadlineAt: Date | undefined, now: Date): boolean {
  if (waitMs > waitMsMax) return false
  return deadlineAt === undefined || waitMs * 2 <= deadlineAt.getTime() - now.getTime()
}
