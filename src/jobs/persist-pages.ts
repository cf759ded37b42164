import { setTimeout } from 'node:timers/promises'
import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { FinishedPage, PageOutcome } from './frontier.ts'

interface PersistDeps {
  readonly finish: (jobId: string, pages: readonly FinishedPage[]) => Promise<void>
  readonly log: Log
}

const retryMs = 500
const retriesMax = 60
/** Retries for an error other than an unavailable database. */
const faultRetries = 2

const notWritten: PageOutcome = {
  state: 'failed',
  code: 'UNKNOWN_ERROR',
  message: 'The page was read, but its result could not be stored.',
  price: 0,
}

/** Returns a function that writes finished pages of one job: together, or one by one if that fails. */
export function createPersistPages({ finish, log }: PersistDeps) {
  /** A page that cannot be written fails; the others are written. */
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

  /** Waits for the database. Returns the error if pages cannot be written. Gives up when the leases have expired anyway. */
  async function writeWhenReachable(
    jobId: string,
    pages: readonly FinishedPage[],
  ): Promise<unknown> {
    let faultsLeft = pages.length > 1 ? 0 : faultRetries
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
