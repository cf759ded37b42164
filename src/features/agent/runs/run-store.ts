import type { Clock } from '#kernel/clock.ts'
import { pack, unpack } from '#kernel/packing.ts'
import { addItems } from '#queue/add-items.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'
import type { Run, RunEnd, RunKind, RunRequest, RunResult } from './run.ts'

export interface NewRun {
  readonly id: string
  readonly teamId: string
  readonly kind: RunKind
  readonly request: RunRequest
  readonly thread?: { readonly id: string; readonly turn: number } | undefined
}

/** The rows of runs. */
export interface RunStore {
  /** Adds a run and its item in the queue. A run that is there already stays as it is. */
  add(run: NewRun, within: Sql): Promise<void>
  find<Body extends object>(wanted: {
    readonly id: string
    readonly teamId: string
    readonly kind?: RunKind
  }): Promise<Run<Body> | undefined>
  /** Runs of the agent, newest first. */
  list<Body extends object>(
    teamId: string,
    options: { readonly before: Date | undefined; readonly countMax: number },
  ): Promise<Run<Body>[]>
  ofThread<Body extends object>(threadId: string, teamId: string): Promise<Run<Body>[]>
  /** A claimed run with the number of claims in a row that brought no step. */
  claimed(id: string): Promise<(Run & { readonly stalled: number }) | undefined>
  /** Locks a run; false when it has ended. */
  lock(id: string, within: Sql): Promise<boolean>
  /** Writes the end of a locked run. */
  end(run: Run, end: RunEnd, within: Sql): Promise<void>
  /** Those of the runs that have ended. */
  ended(ids: readonly string[]): Promise<string[]>
  sweep(): Promise<void>
}

/** Name of the queue of runs. */
export const runQueue = 'agent-runs'

const dayMs = 86_400_000
const runMsMax = 20 * 60_000

interface Row extends Omit<Run, 'request' | 'result'> {
  readonly request: SealedJson<RunRequest>
  readonly result: Uint8Array | null
  readonly stalled: number
}

const columns = `id, team_id as "teamId", kind, state, request, created_at as "createdAt", deadline_at as "deadlineAt",
  finished_at as "finishedAt", expires_at as "expiresAt", thread_id as "threadId", thread_turn as "threadTurn",
  credits, tokens::float8 as tokens, error, result, stalled`

interface StoreDeps {
  readonly database: Database
  readonly clock: Clock
  readonly seal: Seal
}

export function createRunStore(deps: StoreDeps): RunStore {
  return { ...createReads(deps), ...createWrites(deps) }
}

function createReads({
  database,
  clock,
  seal,
}: StoreDeps): Pick<RunStore, 'find' | 'list' | 'ofThread' | 'claimed' | 'ended'> {
  async function toRun<Body extends object>(row: Row): Promise<Run<Body> & { stalled: number }> {
    const request = seal.open(row.request) as RunRequest<Body>
    const packed = row.result
    const result = packed ? (JSON.parse(String(await unpack(packed))) as RunResult) : undefined
    return { ...row, request, result }
  }
  const readAll = async <Body extends object>(rows: Promise<Row[]>) =>
    Promise.all((await rows).map((row) => toRun<Body>(row)))

  return {
    async find<Body extends object>({ id, teamId, kind }: Parameters<RunStore['find']>[0]) {
      const rows = database.query<Row>(
        `select ${columns} from agent_runs
         where id = $1 and team_id = $2 and ($3::text is null or kind = $3) and expires_at > $4`,
        [id, teamId, kind ?? null, clock.now()],
      )
      return (await readAll<Body>(rows))[0]
    },
    list: (teamId, { before, countMax }) =>
      readAll(
        database.query<Row>(
          `select ${columns} from agent_runs
           where team_id = $1 and kind = 'agent' and created_at < $2 and expires_at > $3
           order by created_at desc, id desc limit $4`,
          [teamId, before ?? new Date(farFuture), clock.now(), countMax],
        ),
      ),
    ofThread: (threadId, teamId) =>
      readAll(
        database.query<Row>(
          `select ${columns} from agent_runs where thread_id = $1 and team_id = $2 order by thread_turn limit 1000`,
          [threadId, teamId],
        ),
      ),
    async claimed(id) {
      const rows = database.query<Row>(
        `update agent_runs r set
           stalled = case when s.steps = r.steps_seen then r.stalled + 1 else 0 end, steps_seen = s.steps
         from (select count(*)::integer as steps from agent_steps where run_id = $1) s
         where id = $1 returning ${columns}`,
        [id],
      )
      return (await readAll(rows))[0]
    },
    async ended(ids) {
      const rows = await database.query<{ id: string }>(
        `select id from agent_runs where id = any($1::uuid[]) and state <> 'processing'`,
        [ids],
      )
      return rows.map(({ id }) => id)
    },
  }
}

function createWrites({
  database,
  clock,
  seal,
}: StoreDeps): Pick<RunStore, 'add' | 'lock' | 'end' | 'sweep'> {
  return {
    async add({ id, teamId, kind, request, thread }, sql) {
      const now = clock.now().getTime()
      await sql.query(
        `insert into agent_runs (id, team_id, kind, request, created_at, deadline_at, expires_at, thread_id, thread_turn)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
        [
          id,
          teamId,
          kind,
          seal.seal(request),
          new Date(now),
          new Date(now + runMsMax),
          new Date(now + dayMs),
          thread?.id ?? null,
          thread?.turn ?? null,
        ],
      )
      await addItems(sql, runQueue, [{ id, teamId, lane: id, keyOf: undefined }])
    },
    async lock(id, sql) {
      const rows = await sql.query(
        `select from agent_runs where id = $1 and state = 'processing' for update`,
        [id],
      )
      return rows.length > 0
    },
    async end({ id }, { state, result, error, credits, tokens }, sql) {
      const now = clock.now()
      await sql.query(
        `update agent_runs set state = $2, result = $3, error = $4, credits = $5, tokens = $6, finished_at = $7,
           expires_at = $8 where id = $1`,
        [
          id,
          state,
          await pack(JSON.stringify(result)),
          error ?? null,
          credits,
          tokens,
          now,
          new Date(now.getTime() + dayMs),
        ],
      )
    },
    async sweep() {
      const now = clock.now()
      await database.query('delete from agent_runs where expires_at <= $1', [now])
      await database.query('delete from agent_threads where updated_at <= $1', [
        new Date(now.getTime() - dayMs),
      ])
    },
  }
}

/** After every run. */
const farFuture = '9999-01-01'
