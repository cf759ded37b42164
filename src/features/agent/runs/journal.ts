import type { Clock } from '#kernel/clock.ts'
import { pack, unpack } from '#kernel/packing.ts'
import type { EventDraft } from '#features/agent/trace.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { RunStore } from './run-store.ts'
import { writeEvents } from './write-events.ts'

/** Names a step within its run. */
export interface StepKey {
  readonly agent: string
  readonly turn: number
  readonly kind: 'answer' | 'result'
  readonly call: string
}

/** What a step came to. */
export interface MadeStep<Value> {
  /** JSON. */
  readonly value: Value
  readonly credits?: number
  readonly tokens?: number
  readonly events?: readonly EventDraft[]
  /** Writes of its own, in the same transaction. */
  readonly extraWrites?: (sql: Sql) => Promise<unknown>
}

export interface Spent {
  readonly credits: number
  readonly tokens: number
}

/** What has been done in a run. */
export interface RunJournal {
  readonly spent: Spent
  has(step: StepKey): boolean
  /** Results of a tool that an agent has; the call of a result is the id and the name of the tool. */
  count(agent: string, tool: string): number
  /** The value of a step that is there, else makes it and stores it with its events before it returns. */
  once<Value>(step: StepKey, make: () => Promise<MadeStep<Value>>): Promise<Value>
  report(events: readonly EventDraft[], extraWrites?: (sql: Sql) => Promise<unknown>): Promise<void>
}

/** The run was ended by another process or a caller, so nothing more is written. */
export class RunOverError extends Error {
  override name = 'RunOverError'
}

interface JournalDeps {
  readonly database: Database
  readonly clock: Clock
  readonly store: Pick<RunStore, 'lock'>
}

interface StepRow extends StepKey, Spent {
  readonly content: Uint8Array
}

const makeName = ({ agent, turn, kind, call }: StepKey) => `${agent}/${turn}/${kind}/${call}`

/** Reads what has been done in a run. */
export async function openJournal(
  { database, clock, store }: JournalDeps,
  runId: string,
): Promise<RunJournal> {
  const rows = await database.query<StepRow>(
    'select agent, turn, kind, call, content, credits, tokens from agent_steps where run_id = $1',
    [runId],
  )
  const steps = new Map(rows.map((row) => [makeName(row), row.content]))
  let credits = rows.reduce((sum, row) => sum + row.credits, 0)
  let tokens = rows.reduce((sum, row) => sum + row.tokens, 0)

  const write = createWrite({ database, store }, runId)

  return {
    get spent() {
      return { credits, tokens }
    },
    has: (step) => steps.has(makeName(step)),
    count: (agent, tool) =>
      [...steps.keys()].filter((name) => name.startsWith(`${agent}/`) && name.endsWith(` ${tool}`))
        .length,
    async once<Value>(step: StepKey, make: () => Promise<MadeStep<Value>>) {
      const stored = steps.get(makeName(step))
      if (stored) return JSON.parse(String(await unpack(stored))) as Value
      const made = await make()
      const content = await pack(JSON.stringify(made.value))
      const spent = { credits: made.credits ?? 0, tokens: made.tokens ?? 0 }
      await write(async (sql) => {
        await sql.query(
          `insert into agent_steps (run_id, agent, turn, kind, call, content, credits, tokens)
           values ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [
            runId,
            step.agent,
            step.turn,
            step.kind,
            step.call,
            content,
            spent.credits,
            spent.tokens,
          ],
        )
        await writeEvents(sql, { runId, now: clock.now() }, made.events ?? [])
        await made.extraWrites?.(sql)
      })
      steps.set(makeName(step), content)
      credits += spent.credits
      tokens += spent.tokens
      return made.value
    },
    report: (events, extraWrites) =>
      write(async (sql) => {
        await writeEvents(sql, { runId, now: clock.now() }, events)
        await extraWrites?.(sql)
      }),
  }
}

/** Writes in a transaction that locks the row of the run. Fails with `RunOverError` when the run has ended. */
const createWrite =
  ({ database, store }: Pick<JournalDeps, 'database' | 'store'>, runId: string) =>
  async (work: (sql: Sql) => Promise<unknown>): Promise<void> => {
    const isRunning = await database.transaction(async (sql) => {
      if (!(await store.lock(runId, sql))) return false
      await work(sql)
      return true
    })
    if (!isRunning) throw new RunOverError('The run has ended.')
  }
