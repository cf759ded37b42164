import { setTimeout } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import type { FinishedPage, HeldPage } from './jobs.ts'

interface FinishingDeps {
  readonly finish: (jobId: string, pages: readonly FinishedPage[]) => Promise<void>
  /** The page is written, or lost to another worker. */
  readonly ended: (page: HeldPage) => void
  readonly log: Log
}

/** Finished pages wait this long for each other: a transaction for fifty costs little more than for one. */
const waitMs = 10
const atOnceMax = 50
const retryMs = 500
const retriesMax = 60

/** Writes finished pages of one job after the other, many at a time. A database that is away is waited for. */
export function createFinishing({ finish, ended, log }: FinishingDeps) {
  const waiting = new Map<string, FinishedPage[]>()
  const writing = new Set<string>()

  async function write(jobId: string): Promise<void> {
    if (writing.has(jobId)) return
    writing.add(jobId)
    await setTimeout(waitMs)
    for (let pages = take(jobId); pages.length > 0; pages = take(jobId)) {
      await persist(jobId, pages)
      for (const { page } of pages) ended(page)
    }
    writing.delete(jobId)
  }

  function take(jobId: string): FinishedPage[] {
    const pages = waiting.get(jobId) ?? []
    const taken = pages.splice(0, atOnceMax)
    if (pages.length === 0) waiting.delete(jobId)
    return taken
  }

  /** What cannot be written in time is somebody else's by then. */
  async function persist(jobId: string, pages: readonly FinishedPage[]): Promise<void> {
    for (let tries = 0; tries < retriesMax; tries++) {
      try {
        return await finish(jobId, pages)
      } catch (err) {
        log.warn({ err, jobId }, 'finished pages not written yet')
        await setTimeout(retryMs)
      }
    }
  }

  return {
    add(finished: FinishedPage): void {
      const { jobId } = finished.page
      const pages = waiting.get(jobId) ?? []
      pages.push(finished)
      waiting.set(jobId, pages)
      void write(jobId)
    },
  }
}
