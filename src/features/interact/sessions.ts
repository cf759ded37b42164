import { setTimeout as sleep } from 'node:timers/promises'
import type { Execution, Program } from '#interact/execute.ts'
import type { BrowserSession } from '#interact/session.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Id, newId } from '#kernel/ids.ts'
import type { CreateRequest } from './contract.ts'
import type { Running, RunningSessions } from './running-sessions.ts'
import type { SessionRow, SessionStore } from './session-store.ts'

/** Browser sessions of teams (docs/api/interact.md). */
export interface Sessions {
  create(request: CreateRequest, call: Call): Promise<SessionRow>
  execute(id: string, program: Program, call: Call): Promise<Execution>
  find(id: string, call: Call): Promise<SessionRow>
  list(state: SessionRow['state'] | undefined, call: Call): Promise<SessionRow[]>
  /** Ends a session; returns its row, which is still active if the process that runs it has not ended it in time. */
  end(id: string, call: Call): Promise<SessionRow>
}

interface SessionsDeps {
  readonly store: SessionStore
  readonly running: RunningSessions
  /** Starts a browser. Fails with `SERVICE_UNAVAILABLE` and the reason, where no box can be made. */
  readonly start: (teamId: string) => Promise<BrowserSession>
  readonly sessionsMax: number
}

const programsMax = 5
const endMsMax = 8_000
const lookEveryMs = 200

export function createSessions(deps: SessionsDeps): Sessions {
  const { store, running, start, sessionsMax } = deps
  let starting = 0

  async function find(id: string, { account }: Call): Promise<SessionRow> {
    const row = Id.safeParse(id).success ? await store.find(id, account.teamId) : undefined
    if (!row) throw new ServiceError('NOT_FOUND', 'Browser session not found.')
    if (!row.isLost) return row
    await store.settleLost()
    return (await store.find(id, account.teamId)) ?? row
  }

  async function open(id: string, request: CreateRequest, call: Call): Promise<SessionRow> {
    const { ttl: ttlSeconds, activityTtl: activityTtlSeconds, streamWebView } = request
    await store.add({ id, ttlSeconds, activityTtlSeconds, streamWebView }, call)
    const session = await start(call.account.teamId).catch(async (thrown: unknown) => {
      await store.discard(id, call)
      throw notCreated(thrown)
    })
    running.keep(id, session, { ...request, hasLiveView: streamWebView })
    await store.started(id)
    return find(id, call)
  }

  return {
    find,
    async create(request, call) {
      if (running.count + starting >= sessionsMax) throw noCapacity(sessionsMax)
      starting += 1
      try {
        return await open(newId(), request, call)
      } finally {
        starting -= 1
      }
    },
    async execute(id, program, call) {
      const row = await find(id, call)
      if (row.state !== 'active') throw new ServiceError('BROWSER_SESSION_DESTROYED')
      const own = running.get(row.id)
      if (!own) throw elsewhere()
      await store.touch(row.id)
      return runIn(own, program)
    },
    list: (state, { account }) => store.list(account.teamId, state),
    async end(id, call) {
      const row = await find(id, call)
      if (row.state !== 'active') return row
      if (running.get(row.id)) await running.finish(row.id, { state: 'destroyed' })
      else await store.askToEnd(row.id)
      return untilEnded(() => find(row.id, call))
    },
  }
}

/** Runs a program; a session that is used does not end for inactivity. */
async function runIn({ session, touch }: Running, program: Program): Promise<Execution> {
  if (session.programs >= programsMax) throw tooManyPrograms()
  touch()
  try {
    return await session.execute(program)
  } catch (cause) {
    if (session.gone.aborted) throw new ServiceError('BROWSER_SESSION_DESTROYED')
    throw new ServiceError('BROWSER_SESSION_FAILED', undefined, { cause })
  } finally {
    touch()
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

const noCapacity = (sessionsMax: number) =>
  new ServiceError(
    'SERVICE_UNAVAILABLE',
    sessionsMax === 0
      ? 'Browser sessions are switched off on this server (WEIR_INTERACT_SESSIONS_MAX=0).'
      : `This process runs ${sessionsMax} browser sessions already (WEIR_INTERACT_SESSIONS_MAX). Try again later.`,
    { retryAfterSeconds: 30 },
  )

const tooManyPrograms = () =>
  new ServiceError(
    'CONCURRENCY_LIMIT_REACHED',
    `${programsMax} programs of this session run or wait already. Wait until one has ended.`,
    { retryAfterSeconds: 1 },
  )

const elsewhere = () =>
  new ServiceError(
    'SERVICE_UNAVAILABLE',
    'Another process of this service runs this browser session. Requests for a session must reach the process that created it.',
    { retryAfterSeconds: 1 },
  )
