import type { Account } from '#kernel/account.ts'
import { refuseForeignWork } from '#kernel/own-work.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Id } from '#kernel/uuid.ts'
import { beforeMs, type Database, type Sql } from '#storage/database.ts'
import type { RunStore } from './runs/run-store.ts'
import type { Run } from './runs/run.ts'
import type { AgentBody } from './start-agent.ts'

/** The place of a run in its thread. */
export interface ThreadTurn {
  readonly id: string
  readonly turn: number
  readonly isNew: boolean
}

export interface Thread {
  readonly id: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly runs: readonly Run<AgentBody>[]
}

/** Runs that continue each other: a run knows the data and the notes of those before it. */
export interface RunThreads {
  /** Fails with `thread_not_found`, `thread_expired` and, while a run of it is in work, with `thread_busy`. */
  next(id: string, account: Account): Promise<ThreadTurn>
  write(sql: Sql, turn: ThreadTurn, teamId: string): Promise<void>
  refuseBusy(id: string, account: Account): Promise<void>
  /** Fails with `thread_not_found`. */
  read(id: string, account: Account): Promise<Thread>
}

interface ThreadsDeps {
  readonly database: Database
  readonly store: Pick<RunStore, 'ofThread'>
}

interface FoundThread extends Thread {
  /** Also of a run that cannot be read. */
  readonly lastTurn: number | null
  readonly runningId: string | null
  readonly isExpired: boolean
}

export function createRunThreads({ database, store }: ThreadsDeps): RunThreads {
  async function find(id: string, account: Account): Promise<FoundThread | undefined> {
    const { teamId } = account
    if (!Id.safeParse(id).success) return undefined
    const [row] = await database.query<Omit<FoundThread, 'runs'>>(
      `select id, created_at as "createdAt", updated_at as "updatedAt",
         updated_at <= ${beforeMs('$3')} as "isExpired",
         (select max(thread_turn) from agent_runs where thread_id = $1 and team_id = $2) as "lastTurn",
         (select id from agent_runs where thread_id = $1 and team_id = $2 and state = 'processing') as "runningId"
       from agent_threads where id = $1 and team_id = $2`,
      [id, teamId, threadMsMax],
    )
    if (!row) return undefined
    const runs = await store.ofThread<AgentBody>(id, teamId)
    for (const run of runs) refuseForeignWork(account, run.request.account.principal)
    return { ...row, runs }
  }

  async function read(id: string, account: Account): Promise<FoundThread> {
    const thread = await find(id, account)
    if (!thread || thread.isExpired) throw unknownThread()
    return thread
  }

  return {
    read,
    async next(id, account) {
      const thread = await find(id, account)
      if (!thread) throw unknownThread()
      if (thread.isExpired) throw expiredThread()
      refuseRunning(thread)
      return { id, turn: (thread.lastTurn ?? 0) + 1, isNew: false }
    },
    async refuseBusy(id, account) {
      const thread = await read(id, account).catch(() => undefined)
      if (thread) refuseRunning(thread)
    },
    async write(sql, { id, isNew }, teamId) {
      await (isNew
        ? sql.query(
            'insert into agent_threads (id, team_id, created_at, updated_at) values ($1, $2, now(), now())',
            [id, teamId],
          )
        : sql.query('update agent_threads set updated_at = now() where id = $1', [id]))
    },
  }
}

/** Since its last turn; as long as results are kept. */
const threadMsMax = 86_400_000

const unknownThread = () =>
  new ServiceError('NOT_FOUND', 'Thread not found', { facts: { code: 'thread_not_found' } })

const expiredThread = () =>
  new ServiceError('CONFLICT', 'This thread has expired. Start a run without threadId.', {
    facts: { code: 'thread_expired' },
  })

function refuseRunning({ runningId }: FoundThread): void {
  if (runningId === null) return
  const facts = { code: 'thread_busy' as const, runId: runningId }
  throw new ServiceError('CONFLICT', 'A run of this thread is still in work.', { facts })
}
