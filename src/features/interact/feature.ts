import type { Feature } from '#features/feature.ts'
import { isSocket, type SocketEndpoint } from '#http/endpoint.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Log } from '#kernel/log.ts'
import type { Sql } from '#storage/database.ts'
import { boundRoutes } from './bound-routes.ts'
import type { BoundSessions } from './bound-sessions.ts'
import type { Connections } from './connections.ts'
import type { Hosts } from './hosts.ts'
import { liveRoutes } from './live-routes.ts'
import { peerPath, type PeerCalls } from './peer-calls.ts'
import type { Recordings } from './recordings.ts'
import { interactRoutes } from './routes.ts'
import type { SessionStore } from './session-store.ts'
import { sessionsGauge } from './sessions-gauge.ts'
import type { Sessions } from './sessions.ts'

interface InteractFeatureDeps {
  readonly sessions: Sessions
  readonly connections: Connections
  readonly bound: BoundSessions
  readonly peers: Pick<PeerCalls, 'accept'>
  readonly hosts: Hosts
  /** Sessions that this process can still start; undefined if it runs none, or the other processes cannot reach it. */
  readonly capacity: (() => Promise<number>) | undefined
  readonly recordings: Recordings
  readonly store: SessionStore
  readonly database: Sql
  /** Ends what killed processes of this machine have left, and deletes its files. */
  readonly removeOrphans: () => Promise<void>
  readonly log: Log
  /** Sites that may embed the live view. */
  readonly frameAncestors: string
}

/** How often a process looks for sessions whose process has ended. */
const lostEveryMs = 5_000
const heartbeatEveryMs = 4_000
/** How often a process looks for files of processes that were killed beside it. */
const orphansEveryMs = 30_000

export function createInteractFeature(deps: InteractFeatureDeps): Feature {
  const { store, log, connections, frameAncestors } = deps
  const findLost = () =>
    startPolling({
      ticks: [() => store.endLost()],
      pause: every(lostEveryMs),
      pausesFirst: true,
      log,
      failure: 'lost browser sessions not ended',
    })
  const findOrphans = () =>
    startPolling({
      ticks: [
        async () => {
          await deps.removeOrphans()
          return false
        },
      ],
      pause: every(orphansEveryMs),
      pausesFirst: true,
      log,
      failure: 'files of killed processes not deleted',
    })
  const routes = [
    ...interactRoutes(deps),
    ...boundRoutes(deps),
    ...liveRoutes(connections, frameAncestors),
  ]
  return {
    endpoints: routes.filter((route) => !isSocket(route)),
    peerEndpoints: [...routes.filter(isSocket), peerRoute(deps.peers)],
    sweeps: [store],
    sharedGauges: [sessionsGauge(deps.database)],
    endTeam: (teamId) => store.askAllToEnd(teamId),
    hostLoops: [findLost, findOrphans, ...listHeartbeats(deps)],
  }
}

/** Calls of other processes; their token is a signature. */
const peerRoute = (peers: Pick<PeerCalls, 'accept'>): SocketEndpoint => ({
  access: 'token',
  method: 'GET',
  path: `${peerPath}/:token`,
  reply: { type: 'socket' },
  handle: ({ params: { token = '' } }) => peers.accept(token),
})

function listHeartbeats({ capacity, hosts, log }: InteractFeatureDeps) {
  if (!capacity) return []
  const start = () =>
    startPolling({
      ticks: [async () => hosts.heartbeat(await capacity())],
      pause: every(heartbeatEveryMs),
      log,
      failure: 'heartbeat of the browser host failed',
    })
  return [start]
}
