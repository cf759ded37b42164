import type { Call } from '#kernel/call.ts'
import { isUnavailable, ServiceError } from '#kernel/errors.ts'
import type { Hosts } from './hosts.ts'
import {
  PeerUnreachableError,
  type PeerCalls,
  type PeerRequest,
  type PeerResult,
} from './peer-calls.ts'
import type { SessionRow } from './session-rows.ts'
import type { NewSessionRequest, Sessions } from './sessions.ts'

interface RoutedDeps {
  /** Those of this process. */
  readonly sessions: Sessions
  readonly hosts: Hosts
  readonly peers: Pick<PeerCalls, 'ask'>
  /** Id of this process. */
  readonly own: string
}

/** The sessions of all processes: each call is passed on to the process that runs the session. */
export function createRoutedSessions({ sessions, hosts, peers, own }: RoutedDeps): Sessions {
  /** Asks the processes with most capacity, one after another; fails with the reason of this one. */
  async function createElsewhere(
    request: NewSessionRequest,
    call: Call,
    reason: unknown,
  ): Promise<SessionRow> {
    for (const host of await hosts.withCapacity()) {
      try {
        const created = await peers.ask(host, { type: 'create', request }, call)
        if ('id' in created) return await sessions.find(created.id, call)
      } catch (thrown) {
        if (!isUnavailable(thrown) && !(thrown instanceof PeerUnreachableError)) throw thrown
      }
    }
    throw reason
  }

  return {
    ...sessions,
    async create(request, call) {
      try {
        return await sessions.create(request, call)
      } catch (thrown) {
        if (!isUnavailable(thrown)) throw thrown
        return createElsewhere(request, call, thrown)
      }
    },
    async work(id, work, call) {
      const row = await sessions.find(id, call)
      if (row.owner === own || row.state !== 'active') return sessions.work(id, work, call)
      const host = await hosts.find(row.owner)
      if (!host) throw unreachable()
      const result = await peers.ask(host, { type: 'work', id, work }, call)
      if ('stdout' in result) return result
      throw new ServiceError('BROWSER_SESSION_FAILED')
    },
  }
}

/** What this process does for the others. */
export const servePeer =
  (sessions: Pick<Sessions, 'create' | 'work'>) =>
  async (asked: PeerRequest, call: Call): Promise<PeerResult> => {
    if (asked.type === 'work') return sessions.work(asked.id, asked.work, call)
    const { id } = await sessions.create(asked.request, call)
    return { id }
  }

const unreachable = () =>
  new ServiceError(
    'SERVICE_UNAVAILABLE',
    'Another process of this service runs this browser session, and this one cannot reach it: WEIR_INTERNAL_URL is not set there.',
    { retryAfterSeconds: 1 },
  )
