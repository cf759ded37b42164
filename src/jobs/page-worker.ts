import { setTimeout } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import type { FaultScopes } from '#kernel/fault-scopes.ts'
import type { Notifier } from '#queue/notifier.ts'
import { createFinishing } from './result-batches.ts'
import { createHeldPages, type Holding } from './leased-pages.ts'
import type { PageStage } from './job-handler.ts'
import type { JobTypes } from './job-types.ts'
import type { Frontier, Jobs } from './jobs.ts'
import { createPageClaims } from './page-claims.ts'
import { createPageRun } from './run-page.ts'
import { pointsOf } from './suspicion.ts'

export interface PageWorkDeps {
  /** Id of this process among the nodes. */
  readonly worker: string
  readonly frontier: Frontier
  readonly jobs: Pick<Jobs, 'byId' | 'stopped' | 'endUnpaid'>
  readonly jobTypes: Pick<JobTypes, 'of'>
  /** Pages of one team this process fetches and reads at the same time; there are some more slots for other teams. */
  readonly pagesMax: number
  /** Notifies when this process has started a job. */
  readonly notifier: Notifier
  /** Where what nobody caught is put down to a page. */
  readonly faultScopes: FaultScopes
  readonly log: Log
}

const drainMs = 5_000
const drainStepMs = 20

/** The pages one process works on. */
export function createPageWork(deps: PageWorkDeps, stopped: AbortSignal) {
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

  const claims = createPageClaims({ ...deps, held, run, isDraining: () => isDraining }, stopped)

  return {
    /** Notifies when there is room for more pages. */
    room: held.placesFreed,
    ...claims,
    /** Something threw that nobody can attribute: says which pages may be why, and takes no more. */
    async blame(): Promise<void> {
      isDraining = true
      const points = claims.isAlone() ? pointsOf.alone : pointsOf.among
      await frontier.blame(worker, held.inWork(), points)
    },
    /** Stops the pages of jobs that have ended. */
    async watch(): Promise<void> {
      if (!held.isEmpty()) held.abort(new Set(await jobs.stopped(held.jobIds())))
    },
    endUnpaid: () => jobs.endUnpaid(),
    async renew(): Promise<void> {
      if (!held.isEmpty()) await frontier.renew(worker, held.scrapeIds())
    },
    /** Lets what is nearly done finish and gives the rest back. */
    async drain(): Promise<void> {
      isDraining = true
      claims.stopListening()
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
