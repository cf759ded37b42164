import type { Feature } from '#features/feature.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Log } from '#kernel/log.ts'
import { interactRoutes } from './routes.ts'
import type { SessionStore } from './session-store.ts'
import type { Sessions } from './sessions.ts'

interface InteractFeatureDeps {
  readonly sessions: Sessions
  readonly store: SessionStore
  readonly log: Log
}

/** How often a process looks for sessions whose process has ended. */
const lostEveryMs = 5_000

export function createInteractFeature({ sessions, store, log }: InteractFeatureDeps): Feature {
  const findLost = () =>
    startPolling({
      ticks: [() => store.settleLost()],
      pause: every(lostEveryMs),
      pausesFirst: true,
      log,
      failure: 'lost browser sessions not settled',
    })
  return { endpoints: interactRoutes(sessions), sweeps: [store], loops: [findLost] }
}
