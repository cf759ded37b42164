import { setTimeout } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import { createBell, type Bell } from '#kernel/bell.ts'
import { createFinishing } from './finishing.ts'
import type { JobWork } from './job-work.ts'
import type { Frontier, HeldPage, JobKind, Jobs } from './jobs.ts'
import { createPageRun } from './page-run.ts'

export interface PageWorkDeps {
  /** This process, as the keepers of keys know it. */
  readonly worker: string
  readonly frontier: Frontier
  readonly jobs: Pick<Jobs, 'byId' | 'stopped' | 'endUnpaid'>
  readonly works: Readonly<Record<JobKind, JobWork>>
  /** Pages this process works on at the same time. */
  readonly pagesMax: number
  /** Rings when a job of this process has begun. */
  readonly bell: Bell
  readonly log: Log
}

interface Running {
  readonly page: HeldPage
  readonly abort: AbortController
}

const pagesOf = (jobId: string, running: ReadonlyMap<string, Running>) =>
  [...running.values()].filter(({ page }) => page.jobId === jobId).length

const drainMs = 5_000
const drainStepMs = 20

/** The pages one process works on. */
export function createPageWork(deps: PageWorkDeps) {
  const { worker, frontier, jobs, pagesMax, log } = deps
  const runPage = createPageRun(deps)
  const running = new Map<string, Running>()
  const room = createBell()
  const finishing = createFinishing({
    finish: (jobId, pages) => frontier.finish(worker, jobId, pages),
    ended({ scrapeId }) {
      running.delete(scrapeId)
      room.ring()
    },
    isMoreComing: (jobId, finished) => pagesOf(jobId, running) > finished,
    log,
  })
  let isDraining = false

  async function run({ page, abort }: Running): Promise<void> {
    const outcome = await runPage(page, abort.signal)
    if (outcome) return finishing.add({ page, outcome })
    await frontier
      .release(worker, [page])
      .catch((err: unknown) => log.warn({ err }, 'page not released'))
    running.delete(page.scrapeId)
  }

  return {
    /** Resolves when there is room for more pages. */
    room: () => room.rung(),
    /** Takes as many pages as there is room for; answers whether there were any. */
    async claim(): Promise<boolean> {
      const wanted = pagesMax - running.size
      // Few at a time would cost a turn of the database for each; there is a bell when there is more room.
      if (isDraining || wanted < pagesMax / 4) return false
      const pages = await frontier.claim(worker, wanted)
      for (const page of pages) {
        const entry = { page, abort: new AbortController() }
        running.set(page.scrapeId, entry)
        void run(entry)
      }
      return pages.length > 0
    },
    /** Stops the pages of jobs that have ended. */
    async watch(): Promise<boolean> {
      const ids = new Set([...running.values()].map(({ page }) => page.jobId))
      if (ids.size === 0) return false
      const stopped = new Set(await jobs.stopped([...ids]))
      for (const { page, abort } of running.values()) if (stopped.has(page.jobId)) abort.abort()
      return false
    },
    async endUnpaid(): Promise<boolean> {
      await jobs.endUnpaid()
      return false
    },
    async renew(): Promise<boolean> {
      if (running.size > 0) await frontier.renew(worker)
      return false
    },
    /** Lets what is nearly done finish and gives the rest back. */
    async drain(): Promise<void> {
      isDraining = true
      await emptied(running)
      for (const { abort } of running.values()) abort.abort()
      await emptied(running)
    },
  }
}

async function emptied(running: ReadonlyMap<string, Running>): Promise<void> {
  const late = Date.now() + drainMs
  while (running.size > 0 && Date.now() < late) await setTimeout(drainStepMs)
}
