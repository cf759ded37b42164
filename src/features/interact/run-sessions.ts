import { sessionViewport } from '#interact/boxed-browser.ts'
import type { DrivenPage } from '#interact/drive.ts'
import { restrictNavigation, type MayNavigate } from '#interact/restrict-navigation.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Connections } from './connections.ts'
import type { RunningSessions } from './running-sessions.ts'
import type { SessionStore } from './session-store.ts'
import type { OwnSessions } from './sessions.ts'

/** The browser of an agent, in this process. Disposing it ends the session. */
export interface RunSession extends AsyncDisposable {
  readonly id: string
  readonly driven: DrivenPage
  /** Aborts when the browser has ended. */
  readonly gone: AbortSignal
  /** Starts the time again after which an unused session ends. */
  readonly touch: () => void
}

/** Browser sessions that runs of the agent use and pay for. Callers see them in the trace of the run alone. */
export interface RunSessions {
  /** Why there are none, in a sentence that names the setting; undefined where they can be started. */
  missing(): Promise<string | undefined>
  /** Fails with `SERVICE_UNAVAILABLE` and `CONCURRENCY_LIMIT_REACHED`. `mayNavigate` limits what it opens. */
  start(runId: string, call: Call, mayNavigate?: MayNavigate): Promise<RunSession>
  /** The sessions that a run uses, with the paths of their live views. */
  active(runId: string, call: Call): Promise<ViewedSession[]>
}

export interface ViewedSession {
  readonly id: string
  readonly viewPath: string
  readonly viewport: { readonly width: number; readonly height: number }
}

interface RunSessionsDeps {
  readonly sessions: Pick<OwnSessions, 'start'>
  readonly running: Pick<RunningSessions, 'get' | 'finish'>
  readonly connections: Pick<Connections, 'makeToken'>
  readonly store: Pick<SessionStore, 'ofRun'>
  readonly missing: RunSessions['missing']
}

/** Longer than a run. */
const ttl = 1_500
const activityTtl = 300

export function createRunSessions(deps: RunSessionsDeps): RunSessions {
  const { sessions, running, connections, store, missing } = deps
  return {
    missing,
    async start(runId, call, mayNavigate) {
      const wanted = { ttl, activityTtl, streamWebView: true, recordSession: false, runId }
      const id = await sessions.start(wanted, call)
      const end = () => running.finish(id, { state: 'destroyed' })
      const own = running.get(id)
      if (!own) throw new ServiceError('BROWSER_SESSION_DESTROYED')
      const { session, touch } = own
      try {
        const driven = await session.drive()
        if (mayNavigate) await restrictNavigation(driven, mayNavigate)
        return { id, driven, gone: session.gone, touch, [Symbol.asyncDispose]: end }
      } catch (thrown) {
        await end()
        throw thrown
      }
    },
    active: async (runId, { account }) =>
      (await store.ofRun(runId, account.teamId)).map((id) => ({
        id,
        viewPath: `/live/${id}/${connections.makeToken(id, 'view')}`,
        viewport: sessionViewport,
      })),
  }
}
