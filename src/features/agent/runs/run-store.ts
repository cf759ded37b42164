import { inBatches } from '#kernel/in-batches.ts'
import type { Log } from '#kernel/log.ts'
import { pack, unpack } from '#kernel/packing.ts'
import { addItems } from '#queue/add-items.ts'
import type { LeasedItem } from '#queue/queue.ts'
import { openReadable } from '#storage/content-seals.ts'
import { afterMs, beforeMs, type Database, type Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'
import type { Run, RunEnd, RunKind, RunRequest, RunResult } from './run.ts'

export interface NewRun {
  readonly id: string
  readonly teamId: string
  readonly kind: RunKind
  readonly request: RunRequest
  readonly thread?: { readonly id: string; readonly turn: number } | undefined
}

export interface WantedRun {
  readonly id: string
  readonly teamId: string
  readonly kind?: RunKind
}

export interface RunListPage<Body extends object> {
  readonly runs: readonly Run<Body>[]
  /** When the last run was created, if there may be more. */
  readonly moreBefore: Date | undefined
}

/** The rows of runs. */
export interface RunStore {
  /** Adds a run and its item in the queue. A run that is there already stays as it is. */
  add(run: NewRun, within: Sql): Promise<void>
  find<Body extends object>(wanted: WantedRun): Promise<Run<Body> | undefined>
  /** Runs of the agent, newest first. Those that cannot be decrypted are left out. */
  list<Body extends object>(
    teamId: string,
    options: { readonly before: Date | undefined; readonly countMax: number },
  ): Promise<RunListPage<Body>>
  /** Those that cannot be decrypted are left out. */
  ofThread<Body extends object>(threadId: string, teamId: string): Promise<Run<Body>[]>
  /** A claimed run, with the attempts before this one that ended without a new step. */
  claimed(
    item: Pick<LeasedItem, 'id' | 'attempts'>,
  ): Promise<(Run & { readonly stalled: number }) | undefined>
  /** Locks a run; false when it has ended. */
  lock(id: string, within: Sql): Promise<boolean>
  /** Writes the end of a locked run. */
  end(run: Run, end: RunEnd & { readonly isFree: boolean }, within: Sql): Promise<void>
  /** Ends a run that cannot be read or ended otherwise. Its reservation expires. */
  abandon(
    id: string,
    end: { readonly state: 'failed' | 'cancelled'; readonly error: string },
    within: Sql,
  ): Promise<void>
  /** Free runs of a team that have ended since midnight (UTC). Until the transaction ends, no other one of the team is counted. */
  countFreeToday(teamId: string, within: Sql): Promise<number>
  /** Those of the runs that have ended. */
  ended(ids: readonly string[]): Promise<string[]>
  sweep(): Promise<void>
}

/** Name of the queue of runs. */
export const runQueue = 'agent-runs'

const dayMs = 86_400_000
/** For so long an expired thread is still known as one. */
const threadKeptMs = 30 * dayMs
export const runMsMax = 20 * 60_000
const runsPerQuery = 500

interface Row extends Omit<Run, 'request' | 'result'> {
  readonly request: SealedJson<RunRequest>
  readonly result: Uint8Array | null
}

const columns = `id, team_id as "teamId", kind, state, request, created_at as "createdAt", deadline_at as "deadlineAt",
  finished_at as "finishedAt", expires_at as "expiresAt", thread_id as "threadId", thread_turn as "threadTurn",
  credits, tokens::float8 as tokens, pages_held as "pagesHeld", error, result`

interface StoreDeps {
  readonly database: Database
  readonly seal: Seal
  readonly log: Log
}

export function createRunStore(deps: StoreDeps): RunStore {
  return {
    ...createReads(deps),
    ...createCounts(deps),
    ...createWrites(deps),
    ...abandoning,
  }
}

const createToRun = (seal: Seal) =>
  async function toRun<Body extends object>(row: Row): Promise<Run<Body>> {
    const request = seal.open(row.request) as RunRequest<Body>
    const packed = row.result
    const result = packed ? (JSON.parse(String(await unpack(packed))) as RunResult) : undefined
    return { ...row, request, result }
  }

/** The time by which a list goes on: replies have milliseconds. */
const createdMs = `date_trunc('milliseconds', created_at)`

function createReads({
  database,
  seal,
  log,
}: StoreDeps): Pick<RunStore, 'find' | 'list' | 'ofThread' | 'ended'> {
  const toRun = createToRun(seal)
  const readAll = <Body extends object>(rows: readonly Row[]) =>
    openReadable(rows, (row) => toRun<Body>(row), { log })

  /** Each row is read once for all who ask for it at the same time. */
  async function findAll(
    wanted: readonly WantedRun[],
  ): Promise<readonly Promise<Run | undefined>[]> {
    const rows = await database.query<Row>(
      `select ${columns} from agent_runs
       where (id, team_id) in (select * from unnest($1::uuid[], $2::uuid[])) and expires_at > now()`,
      [wanted.map(({ id }) => id), wanted.map(({ teamId }) => teamId)],
    )
    const runs = new Map(rows.map((row) => [row.id, { row, run: toRun(row) }]))
    // No caller waits for a run of another kind than wanted: that it is unreadable must not become an uncaught error.
    for (const { run } of runs.values()) run.catch(() => undefined)
    return wanted.map(async ({ id, teamId, kind }) => {
      const { row, run } = runs.get(id) ?? {}
      return row?.teamId === teamId && (kind ?? row.kind) === row.kind ? run : undefined
    })
  }
  const find = inBatches(findAll, { itemsMax: runsPerQuery })

  return {
    find: async <Body extends object>(wanted: WantedRun) =>
      (await find(wanted)) as Run<Body> | undefined,
    async list<Body extends object>(
      teamId: string,
      { before, countMax }: { readonly before: Date | undefined; readonly countMax: number },
    ) {
      const rows = await database.query<Row>(
        `select ${columns} from agent_runs
         where team_id = $1 and kind = 'agent' and ${createdMs} < coalesce($2::timestamptz, 'infinity') and expires_at > now()
         order by ${createdMs} desc fetch first $3 rows with ties`,
        [teamId, before ?? null, countMax],
      )
      const moreBefore = rows.length >= countMax ? rows.at(-1)?.createdAt : undefined
      return { runs: await readAll<Body>(rows), moreBefore }
    },
    ofThread: async <Body extends object>(threadId: string, teamId: string) =>
      readAll<Body>(
        await database.query<Row>(
          `select ${columns} from agent_runs where thread_id = $1 and team_id = $2 order by thread_turn limit 1000`,
          [threadId, teamId],
        ),
      ),
    async ended(ids) {
      const rows = await database.query<{ id: string }>(
        `select id from agent_runs where id = any($1::uuid[]) and state <> 'processing'`,
        [ids],
      )
      return rows.map(({ id }) => id)
    },
  }
}

/** Attempts of a run, and free runs of a team. */
function createCounts({ database, seal }: StoreDeps): Pick<RunStore, 'claimed' | 'countFreeToday'> {
  const toRun = createToRun(seal)
  return {
    async claimed({ id, attempts }) {
      const [row] = await database.query<Row & { attemptsSeen: number }>(
        `update agent_runs r set
           attempts_seen = case when s.steps = r.steps_seen then r.attempts_seen else $2 - 1 end, steps_seen = s.steps
         from (select count(*)::integer as steps from agent_steps where run_id = $1) s
         where id = $1 returning ${columns}, attempts_seen as "attemptsSeen"`,
        [id, attempts],
      )
      return row && { ...(await toRun(row)), stalled: attempts - 1 - row.attemptsSeen }
    },
    async countFreeToday(teamId, sql) {
      await sql.query(`select pg_advisory_xact_lock(hashtextextended('free runs ' || $1, 0))`, [
        teamId,
      ])
      const [row] = await sql.query<{ count: number }>(
        `select count(*)::integer as count from agent_runs
         where team_id = $1 and kind = 'agent' and is_free and finished_at >= date_trunc('day', now(), 'UTC')`,
        [teamId],
      )
      return row?.count ?? 0
    },
  }
}

function createWrites({
  database,
  seal,
}: StoreDeps): Pick<RunStore, 'add' | 'lock' | 'end' | 'sweep'> {
  return {
    async add({ id, teamId, kind, request, thread }, sql) {
      await sql.query(
        `insert into agent_runs (id, team_id, kind, request, created_at, deadline_at, expires_at, thread_id, thread_turn)
         values ($1, $2, $3, $4, date_trunc('milliseconds', now()), ${afterMs('$5')}, ${afterMs('$6')}, $7, $8) on conflict (id) do nothing`,
        [
          id,
          teamId,
          kind,
          seal.seal(request),
          runMsMax,
          dayMs,
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
    async end({ id }, { state, result, error, credits, tokens, isFree }, sql) {
      await sql.query(
        `update agent_runs set state = $2, result = $3, error = $4, credits = $5, tokens = $6, finished_at = now(),
           expires_at = now() + interval '24 hours', is_free = $7 where id = $1`,
        [id, state, await pack(JSON.stringify(result)), error ?? null, credits, tokens, isFree],
      )
    },
    async sweep() {
      await database.query('delete from agent_runs where expires_at <= now()', [])
      await database.query(`delete from agent_threads where updated_at <= ${beforeMs('$1')}`, [
        threadKeptMs,
      ])
    },
  }
}

const abandoning: Pick<RunStore, 'abandon'> = {
  async abandon(id, { state, error }, sql) {
    await sql.query(
      `update agent_runs set state = $3, error = $2, credits = 0, finished_at = now(), expires_at = now() + interval '24 hours'
       where id = $1 and state = 'processing'`,
      [id, error, state],
    )
  },
}
