import { setTimeout } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import type { FaultScopes } from '#kernel/fault-scopes.ts'
import { timed, type Measures } from '#kernel/measures.ts'
import type { Notifier } from '#queue/notifier.ts'
import { createResultBatches } from './result-batches.ts'
import { createLeasedPages, type ActivePage } from './leased-pages.ts'
import type { PageStage } from './job-handler.ts'
import type { JobTypes } from './job-types.ts'
import type { Frontier } from './frontier.ts'
import type { Jobs } from './job.ts'
import { createPageClaims } from './page-claims.ts'
import { createRunPage } from './run-page.ts'
import { pointsOf } from './crash-points.ts'

export interface PageWorkerDeps {
  /** Id of this node. */
  readonly worker: string
  readonly frontier: Frontier
  readonly jobs: Pick<Jobs, 'byId' | 'stopped' | 'endUnpaid'>
  readonly jobTypes: Pick<JobTypes, 'of'>
  /** Maximum of concurrent pages of one team in this process; all teams together may have some more. */
  readonly pagesMax: number
  /** Notifies when this process has started a job. */
  readonly notifier: Notifier
  /** Attributes uncaught errors to a page. */
  readonly faultScopes: FaultScopes
  readonly measures: Pick<Measures, 'page'>
  readonly log: Log
}

const drainMs = 5_000
const drainStepMs = 20

/** Processes pages in this process. */
export function createPageWorker(deps: PageWorkerDeps, stopped: AbortSignal) {
  const { worker, frontier, jobs, pagesMax, log } = deps
  const runPage = createRunPage(deps)
  const leased = createLeasedPages(pagesMax)
  const results = createResultBatches({
    finish: (jobId, pages) => frontier.finish(worker, jobId, pages),
    ended: (page) => leased.remove(page),
    isMoreComing: (jobId, finished) => leased.countAll(jobId) > finished,
    log,
  })
  let isDraining = false

  async function run(active: ActivePage): Promise<void> {
    const { page, abort } = active
    const onProgress = (stage: PageStage) => leased.setStage(active, stage)
    const outcome = await timed(
      () => runPage(page, { signal: abort.signal, onProgress }),
      (seconds, ended) => deps.measures.page(ended?.state ?? 'released', seconds),
    )
    onProgress('read')
    if (outcome) return results.add({ page, outcome })
    await frontier
      .release(worker, [page])
      .catch((err: unknown) => log.warn({ err }, 'page not released'))
    leased.remove(page)
  }

  const claims = createPageClaims({ ...deps, leased, run, isDraining: () => isDraining }, stopped)

  return {
    /** Notifies when a page occupies fewer slots than before. */
    slotsFreed: leased.slotsFreed,
    ...claims,
    /** Adds crash points to the pages in work after an error that cannot be attributed, and claims no more. */
    async blame(): Promise<void> {
      isDraining = true
      const points = claims.isAlone() ? pointsOf.alone : pointsOf.among
      await frontier.blame(worker, leased.inWork(), points)
    },
    /** Aborts the pages of jobs that have ended. */
    async watch(): Promise<void> {
      if (!leased.isEmpty()) leased.abort(new Set(await jobs.stopped(leased.jobIds())))
    },
    endUnpaid: () => jobs.endUnpaid(),
    async renew(): Promise<void> {
      if (!leased.isEmpty()) await frontier.renew(worker, leased.scrapeIds())
      await frontier.expire()
    },
    /** Lets pages finish for a few seconds, then releases the others. */
    async drain(): Promise<void> {
      isDraining = true
      claims.stopListening()
      await untilEmpty(leased)
      leased.abort()
      await untilEmpty(leased)
    },
  }
}

async function untilEmpty(leased: { isEmpty(): boolean }): Promise<void> {
  const late = Date.now() + drainMs
  while (!leased.isEmpty() && Date.now() < late) await setTimeout(drainStepMs)
}
