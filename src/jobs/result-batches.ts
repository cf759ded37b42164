import { setTimeout } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import type { FinishedPage, LeasedPage } from './frontier.ts'
import { createPersistPages } from './persist-pages.ts'

interface ResultBatchesDeps {
  readonly finish: (jobId: string, pages: readonly FinishedPage[]) => Promise<void>
  /** Called when the page is written, or leased by another worker. */
  readonly ended: (page: LeasedPage) => void
  /** Whether the worker has pages of the job in work besides `finished` finished ones. */
  readonly isMoreComing: (jobId: string, finished: number) => boolean
  readonly log: Log
}

/** Finished pages wait this long for others of their job: a transaction of sixty pages costs little more than one of one page. */
const waitMs = 100
const stepMs = 10
const fullBatch = 32
const batchMax = 64

/** Writes finished pages in batches, one batch per job at a time. */
export function createResultBatches({ finish, ended, isMoreComing, log }: ResultBatchesDeps) {
  const waiting = new Map<string, FinishedPage[]>()
  const writing = new Set<string>()
  const persist = createPersistPages({ finish, log })

  async function write(jobId: string): Promise<void> {
    if (writing.has(jobId)) return
    writing.add(jobId)
    while (waiting.has(jobId)) {
      await fill(jobId)
      const pages = take(jobId)
      await persist(jobId, pages)
      for (const { page } of pages) ended(page)
    }
    writing.delete(jobId)
  }

  async function fill(jobId: string): Promise<void> {
    for (let waitedMs = 0; waitedMs < waitMs; waitedMs += stepMs) {
      const finished = waiting.get(jobId)?.length ?? 0
      if (finished >= fullBatch || !isMoreComing(jobId, finished)) return
      await setTimeout(stepMs)
    }
  }

  function take(jobId: string): FinishedPage[] {
    const pages = waiting.get(jobId) ?? []
    const taken = pages.splice(0, batchMax)
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
