import type { Credits } from '#credits/credits.ts'
import type { Outbox } from '#delivery/outbox.ts'
import type { Feature } from '#features/feature.ts'
import type { PagePrice } from '#features/scrape/page-price.ts'
import type { Slots } from '#accounts/slots.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { Notifier } from '#queue/notifier.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Database } from '#storage/database.ts'
import type { Seal } from '#storage/seal.ts'
import { createExtractWork } from './extract/extract-work.ts'
import { extractRoutes } from './extract/routes.ts'
import { createStartExtract } from './extract/start-extract.ts'
import { createEndRun } from './runs/end-run.ts'
import { createInnerOperations } from './runs/inner-operations.ts'
import { createRunQueue } from './runs/run-queue.ts'
import { createRunStore } from './runs/run-store.ts'
import { createSiteOperations, type OpenOperations } from './runs/site-operations.ts'
import { createStartRun } from './runs/start-run.ts'

interface AgentFeatureDeps {
  readonly runOperation: RunOperation
  readonly openOperations: OpenOperations
  readonly database: Database
  readonly seal: Seal
  readonly clock: Clock
  readonly log: Log
  readonly credits: Pick<Credits, 'reserve' | 'reserved'>
  readonly slots: Pick<Slots, 'acquire'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly pagePriceOf: PagePrice
  readonly urlRules: UrlRules
  readonly queueNotifier: Notifier
  readonly runsMax: number
}

const stopEveryMs = 1_000

export function createAgentFeature(deps: AgentFeatureDeps): Feature {
  const { urlRules, log, queueNotifier: notifier } = deps
  const store = createRunStore(deps)
  const startRun = createStartRun({ ...deps, store, notifier })
  const inner = () => createInnerOperations(deps)
  const operations = createSiteOperations({ open: deps.openOperations, inner })
  const extract = createExtractWork({ ...deps, operations })
  const endRun = createEndRun({ ...deps, store })
  const runs = createRunQueue({ ...deps, endRun, store, works: { extract, agent: extract } })
  const startExtract = createStartExtract({ startRun, urlRules })
  const stopEnded = () =>
    startPolling({
      ticks: [() => runs.stopEnded()],
      pause: every(stopEveryMs),
      pausesFirst: true,
      log,
      failure: 'ended runs not stopped',
    })
  return {
    endpoints: extractRoutes({ startExtract, store, urlRules }),
    queues: [runs.queue],
    sweeps: [store],
    loops: [stopEnded],
  }
}
