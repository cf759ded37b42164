import { setTimeout } from 'node:timers/promises'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { FinishedPage, PageOutcome } from './jobs.ts'

interface PersistDeps {
  readonly finish: (jobId: string, pages: readonly FinishedPage[]) => Promise<void>
  readonly log: Log
}

const retryMs = 500
const retriesMax = 60
/** What fails for another reason than that the database is away, fails again. */
const retriesOfOne = 2

const notWritten: PageOutcome = {
  state: 'failed',
  code: 'UNKNOWN_ERROR',
  message: 'The page was read, but what it came to could not be stored.',
  price: 0,
}

/** Writes finished pages of one job together, and one by one when that fails. A database that is away is waited for. */
export function createPersistPages({ finish, log }: PersistDeps) {
  /** A page that cannot be written fails, and keeps no other from being written. */
  async function persist(jobId: string, pages: readonly FinishedPage[]): Promise<void> {
    const fault = await writeWhenReachable(jobId, pages)
    if (fault === undefined) return
    log.warn({ err: fault, jobId, pages: pages.length }, 'finished pages not written')
    const [first] = pages
    if (pages.length > 1) {
      for (const page of pages) await persist(jobId, [page])
    } else if (first && first.outcome !== notWritten) {
      await persist(jobId, [{ page: first.page, outcome: notWritten }])
    }
  }

  /** Answers why pages cannot be written. What cannot be in time, because the database is away, is somebody else's by then. */
  async function writeWhenReachable(
    jobId: string,
    pages: readonly FinishedPage[],
  ): Promise<unknown> {
    let faultsLeft = pages.length > 1 ? 0 : retriesOfOne
    for (let tries = 0; tries < retriesMax; tries++) {
      try {
        await finish(jobId, pages)
        return undefined
      } catch (err) {
        if (!isUnavailable(err) && faultsLeft-- === 0) return err
        log.warn({ err, jobId }, 'finished pages not written yet')
        await setTimeout(retryMs)
      }
    }
    return undefined
  }

  return persist
}
