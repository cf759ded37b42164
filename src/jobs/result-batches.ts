import { setTimeout } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import type { FinishedPage, HeldPage } from './jobs.ts'
import { createPersistPages } from './persist-pages.ts'

interface FinishingDeps {
  readonly finish: (jobId: string, pages: readonly FinishedPage[]) => Promise<void>
  /** The page is written, or lost to another worker. */
  readonly ended: (page: HeldPage) => void
  /** Whether pages of the job, beside these finished ones, are still being worked on. */
  readonly isMoreComing: (jobId: string, finished: number) => boolean
  readonly log: Log
}

/**
 * Finished pages wait this long for each other, as long as others are on their way: a transaction for sixty costs little
 * more than for one.
 */
const waitMs = 100
const stepMs = 10
const enough = 32
const atOnceMax = 64

/** Writes finished pages of one job after the other, many at a time. A database that is away is waited for. */
export function createFinishing({ finish, ended, isMoreComing, log }: FinishingDeps) {
  const waiting = new Map<string, FinishedPage[]>()
  const writing = new Set<string>()
  const persist = createPersistPages({ finish, log })

  async function write(jobId: string): Promise<void> {
    if (writing.has(jobId)) return
    writing.add(jobId)
    while (waiting.has(jobId)) {
      await gather(jobId)
      const pages = take(jobId)
      await persist(jobId, pages)
      for (const { page } of pages) ended(page)
    }
    writing.delete(jobId)
  }

  async function gather(jobId: string): Promise<void> {
    for (let waitedMs = 0; waitedMs < waitMs; waitedMs += stepMs) {
      const finished = waiting.get(jobId)?.length ?? 0
      if (finished >= enough || !isMoreComing(jobId, finished)) return
      await setTimeout(stepMs)
    }
  }

  function take(jobId: string): FinishedPage[] {
    const pages = waiting.get(jobId) ?? []
    const taken = pages.splice(0, atOnceMax)
    if (pages.length === 0) waiting.delete(jobId)
    return taken
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
