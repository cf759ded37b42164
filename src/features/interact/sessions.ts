import { findReadableWork, refuseForeignWork } from '#kernel/own-work.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserSession } from '#interact/session.ts'
import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { refuseBrowserSessions } from '#operations/safe-mode.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { Id } from '#kernel/uuid.ts'
import type { AcquiredSlot, Semaphore } from '#kernel/semaphore.ts'
import type { SessionsQuery } from './contract.ts'
import type { LogVisits } from './log-visits.ts'
import type { Preparation, PrepareSession } from './prepare-session.ts'
import type { Recordings } from './recordings.ts'
import type { RunningSessions } from './running-sessions.ts'
import type { SessionRow } from './session-rows.ts'
import type { SessionStore } from './session-store.ts'
import type { DoWork, SessionWork, WorkResult } from './work.ts'

/** A session to create: its times in seconds, and what its browser starts with. */
export interface NewSessionRequest extends Omit<Preparation, 'id'> {
  readonly ttl: number
  readonly activityTtl: number
  readonly streamWebView: boolean
  readonly recordSession: boolean
  /** The run of the agent that uses it. */
  readonly runId?: string | undefined
}

/** Browser sessions of teams (docs/api/interact.md). */
export interface Sessions {
  /** Fails with `ScrapeHasSessionError` when the scrape has a session. */
  create(request: NewSessionRequest, call: Call): Promise<SessionRow>
  /** Runs a program, or lets the language model use the browser. */
  work(id: string, work: SessionWork, call: Call): Promise<WorkResult>
  find(id: string, call: Call): Promise<SessionRow>
  /** Newest first. */
  list(part: SessionsQuery, call: Call): Promise<SessionRow[]>
  /** Ends a session; returns its row, which is still active if the process that runs it has not ended it in time. */
  end(id: string, call: Call): Promise<SessionRow>
}

interface SessionsDeps {
  readonly store: SessionStore
  readonly running: RunningSessions
  readonly recordings: Pick<Recordings, 'start'>
  /** Starts a browser. Fails with `SERVICE_UNAVAILABLE` and the reason, where no box can be made. */
  readonly start: StartBrowser
  readonly prepare: PrepareSession
  readonly logVisits: LogVisits
  readonly doWork: DoWork
  /** The sessions that this process can run; undefined where they are switched off. */
  readonly slots: Semaphore | undefined
  /** Whether the memory of sessions is limited by watching only. */
  readonly isWatched: boolean
}

export type StartBrowser = (
  onBehalfOf: Pick<Account, 'teamId' | 'principal'>,
  route: { readonly pool: 'basic' | 'enhanced'; readonly country?: string | undefined },
) => Promise<BrowserSession>

const endMsMax = 8_000
const lookEveryMs = 200

/** The sessions of this process. */
export interface OwnSessions extends Sessions {
  /** Starts a session; returns its id. */
  start(request: NewSessionRequest, call: Call): Promise<string>
}

export function createSessions(deps: SessionsDeps): OwnSessions {
  const { store, running, doWork, slots } = deps
  const open = createOpen(deps)

  async function find(id: string, { account }: Call): Promise<SessionRow> {
    const row = Id.safeParse(id).success ? await store.find(id, account.teamId) : undefined
    if (!row) throw new ServiceError('NOT_FOUND', 'Browser session not found.')
    refuseForeignWork(account, row.principal)
    if (!row.isLost) return row
    await store.endLost()
    return (await store.find(id, account.teamId)) ?? row
  }

  async function start(request: NewSessionRequest, call: Call): Promise<string> {
    refuseBrowserSessions(call.account)
    if (!slots) throw switchedOff()
    const { teamId } = call.account
    const slot = await slots.acquire({ teamId, signal: call.signal })
    const id = newId()
    try {
      await open(id, request, { call, slot })
      return id
    } catch (thrown) {
      slot[Symbol.dispose]()
      throw thrown
    }
  }

  return {
    find,
    start,
    create: async (request, call) => find(await start(request, call), call),
    async work(id, work, call) {
      const row = await find(id, call)
      if (row.state !== 'active') throw new ServiceError('BROWSER_SESSION_DESTROYED')
      const own = running.get(row.id)
      if (!own) throw elsewhere()
      await store.touch(row.id)
      return doWork({ row, running: own }, work, call)
    },
    list: (part, { account }) => store.list(account.teamId, part, findReadableWork(account)),
    async end(id, call) {
      const row = await find(id, call)
      if (row.state !== 'active') return row
      if (running.get(row.id)) await running.finish(row.id, { state: 'destroyed' })
      else await store.askToEnd(row.id)
      return untilEnded(() => find(row.id, call))
    },
  }
}

/** Starts the browser of a new session, and its recording. */
function createOpen(deps: SessionsDeps) {
  const { store, running, recordings, start, prepare, logVisits, isWatched } = deps
  return async function open(
    id: string,
    request: NewSessionRequest,
    { call, slot }: { readonly call: Call; readonly slot: AcquiredSlot },
  ): Promise<void> {
    const { ttl: ttlSeconds, activityTtl: activityTtlSeconds, streamWebView, bound } = request
    const { teamId, principal, zeroDataRetention } = call.account
    const isRecorded = request.recordSession && zeroDataRetention !== 'forced'
    await using preparing = await prepare({ ...request, id }, call)
    const [scrapeId, runId] = [bound?.scrapeId, request.runId]
    await store.add(
      { id, ttlSeconds, activityTtlSeconds, streamWebView, isRecorded, isWatched, scrapeId, runId },
      call,
    )
    const session = await start({ teamId, principal }, preparing.route).catch(
      async (thrown: unknown) => {
        await store.discard(id, call)
        throw notCreated(thrown)
      },
    )
    running.keep(id, session, {
      ...request,
      slot,
      hasLiveView: streamWebView,
      recorder: isRecorded ? recordings.start({ id, teamId }, session.cast) : undefined,
    })
    try {
      await logVisits(id, session, call)
      await preparing.apply(session)
    } catch (thrown) {
      // It has not started, and costs nothing.
      await running.finish(id, { state: 'error', error: 'Its page did not open.' })
      throw notCreated(thrown)
    }
    await store.started(id)
  }
}

/** Another process ends its sessions when it next renews them. */
async function untilEnded(look: () => Promise<SessionRow>): Promise<SessionRow> {
  const until = performance.now() + endMsMax
  let row = await look()
  while (row.state === 'active' && performance.now() < until) {
    await sleep(lookEveryMs)
    row = await look()
  }
  return row
}

function notCreated(thrown: unknown): unknown {
  if (thrown instanceof ServiceError) return thrown
  return new ServiceError('BROWSER_SESSION_FAILED', 'Failed to create browser session.', {
    cause: thrown,
  })
}

const switchedOff = () =>
  new ServiceError(
    'SERVICE_UNAVAILABLE',
    'Browser sessions are switched off on this server (WEIR_INTERACT_SESSIONS_MAX=0).',
    { retryAfterSeconds: 30 },
  )

const elsewhere = () =>
  new ServiceError(
    'SERVICE_UNAVAILABLE',
    'Another process of this service runs this browser session. Requests for a session must reach the process that created it.',
    { retryAfterSeconds: 1 },
  )
