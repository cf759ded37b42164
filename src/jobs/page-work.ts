import { setTimeout } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import type { Bell } from '#kernel/bell.ts'
import { createFinishing } from './finishing.ts'
import { createHeldPages, type Holding } from './held-pages.ts'
import type { JobWork, PageStage } from './job-work.ts'
import type { Frontier, JobKind, Jobs } from './jobs.ts'
import { createPageRun } from './page-run.ts'

export interface PageWorkDeps {
  /** This process, as the keepers of keys know it. */
  readonly worker: string
  readonly frontier: Frontier
  readonly jobs: Pick<Jobs, 'byId' | 'stopped' | 'endUnpaid'>
  readonly works: Readonly<Record<JobKind, JobWork>>
  /** Pages of one team this process fetches and reads at the same time; there are some more slots for other teams. */
  readonly pagesMax: number
  /** Rings when a job of this process has begun. */
  readonly bell: Bell
  readonly log: Log
}

/** While there is work, the pages that come to an end within this time are replaced together: a turn costs as much for one. */
const claimRestMs = 40
/** Jobs that other processes have begun get some of the reserve after this time, however little is free. */
const claimPauseMsMax = 250
const drainMs = 5_000
const drainStepMs = 20

/** The pages one process works on. */
export function createPageWork(deps: PageWorkDeps) {
  const { worker, frontier, jobs, pagesMax, log } = deps
  const runPage = createPageRun(deps)
  const held = createHeldPages(pagesMax)
  const finishing = createFinishing({
    finish: (jobId, pages) => frontier.finish(worker, jobId, pages),
    ended: (page) => held.remove(page),
    isMoreComing: (jobId, finished) => held.countOf(jobId) > finished,
    log,
  })
  let isDraining = false
  let claimedAt = 0
  let hasNewJob = false
  const listening = deps.bell.onRing(() => (hasNewJob = true))

  async function run(holding: Holding): Promise<void> {
    const { page, abort } = holding
    const reached = (stage: PageStage) => held.reach(holding, stage)
    const outcome = await runPage(page, { signal: abort.signal, reached })
    reached('read')
    if (outcome) return finishing.add({ page, outcome })
    await frontier
      .release(worker, [page])
      .catch((err: unknown) => log.warn({ err }, 'page not released'))
    held.remove(page)
  }

  return {
    /** Rings when there is room for more pages. */
    room: held.placesFreed,
    /** Takes as many pages as there is room for; answers whether there were any. */
    async claim(): Promise<boolean> {
      const isDue = hasNewJob || Date.now() - claimedAt >= claimPauseMsMax
      if (held.room() <= 0 || !(isDue || held.isRoomy())) return false
      if (!held.isIdle()) await setTimeout(Math.max(0, claimedAt + claimRestMs - Date.now()))
      if (isDraining) return false
      claimedAt = Date.now()
      hasNewJob = false
      const pages = await frontier.claim(worker, held.forClaim())
      for (const page of pages) void run(held.add(page))
      return pages.length > 0
    },
    /** Stops the pages of jobs that have ended. */
    async watch(): Promise<boolean> {
      if (held.isEmpty()) return false
      held.abort(new Set(await jobs.stopped(held.jobIds())))
      return false
    },
    async endUnpaid(): Promise<boolean> {
      await jobs.endUnpaid()
      return false
    },
    async renew(): Promise<boolean> {
      if (!held.isEmpty()) await frontier.renew(worker)
      return false
    },
    /** Lets what is nearly done finish and gives the rest back. */
    async drain(): Promise<void> {
      isDraining = true
      listening[Symbol.dispose]()
      await emptied(held)
      held.abort()
      await emptied(held)
    },
  }
}

async function emptied(held: { isEmpty(): boolean }): Promise<void> {
  const late = Date.now() + drainMs
  while (!held.isEmpty() && Date.now() < late) await setTimeout(drainStepMs)
}
