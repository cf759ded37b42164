import type { Feature } from '#features/feature.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Log } from '#kernel/log.ts'
import { boundRoutes } from './bound-routes.ts'
import type { BoundSessions } from './bound-sessions.ts'
import type { Connections } from './connections.ts'
import { liveRoutes } from './live-routes.ts'
import { interactRoutes } from './routes.ts'
import type { SessionStore } from './session-store.ts'
import type { Sessions } from './sessions.ts'

interface InteractFeatureDeps {
  readonly sessions: Sessions
  readonly connections: Connections
  readonly bound: BoundSessions
  readonly store: SessionStore
  readonly log: Log
  /** Sites that may embed the live view. */
  readonly frameAncestors: string
}

/** How often a process looks for sessions whose process has ended. */
const lostEveryMs = 5_000

export function createInteractFeature(deps: InteractFeatureDeps): Feature {
  const { store, log, connections, frameAncestors } = deps
  const findLost = () =>
    startPolling({
      ticks: [() => store.settleLost()],
      pause: every(lostEveryMs),
      pausesFirst: true,
      log,
      failure: 'lost browser sessions not settled',
    })
  const endpoints = [
    ...interactRoutes(deps),
    ...boundRoutes(deps),
    ...liveRoutes(connections, frameAncestors),
  ]
  return { endpoints, sweeps: [store], loops: [findLost] }
}
