import type { Feature } from '#features/feature.ts'
import type { Log } from '#kernel/log.ts'
import type { UrlRules } from '#kernel/web-url.ts'
import { every, startPolling, type Tick } from '#queue/poll.ts'
import type { Queue } from '#queue/queue.ts'
import { siemRoutes } from './routes.ts'
import { createSiem, type SiemDeps } from './siem.ts'

interface SiemFeatureDeps extends SiemDeps {
  readonly urlRules: UrlRules
  readonly siemQueue: Queue
  readonly formBatches: Tick
  readonly log: Log
}

/** Events that are written within this time are sent together. */
const batchEveryMs = 1_000

/** The log of fetched URLs that a team has sent to its SIEM. */
export function createSiemFeature(deps: SiemFeatureDeps): Feature {
  const { urlRules, siemQueue, formBatches, log } = deps
  const form = () =>
    startPolling({
      ticks: [formBatches],
      pause: every(batchEveryMs),
      pausesFirst: true,
      log,
      failure: 'batches of events not formed',
    })
  return {
    endpoints: siemRoutes({ siem: createSiem(deps), ...urlRules }),
    queues: [siemQueue],
    endTeam: (teamId) => deps.siemSettings.remove(teamId),
    loops: [form],
  }
}
