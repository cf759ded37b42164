import type { Account } from '#kernel/account.ts'
import { mayReadWork, refuseForeignWork } from '#kernel/own-work.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Id } from '#kernel/uuid.ts'
import { unpack } from '#kernel/packing.ts'
import type { Database } from '#storage/database.ts'
import type { RunSessions, ViewedSession } from '#features/interact/run-sessions.ts'
import type { CancelUnreadable, EndRun } from './runs/end-run.ts'
import type { Run } from './runs/run.ts'
import type { RunListPage, RunStore } from './runs/run-store.ts'
import type { AgentBody } from './start-agent.ts'
import type { TraceEvent } from './trace.ts'
import { toolCallId } from './work/events.ts'

/** Runs of the agent as callers see them. All fail with `NOT_FOUND` for runs of other teams. */
export interface Agents {
  find(id: string, call: Call): Promise<Run<AgentBody>>
  list(before: string | undefined, call: Call): Promise<RunListPage<AgentBody>>
  /** Fails with `CONFLICT` if the run has ended. */
  cancel(id: string, call: Call): Promise<void>
  /** Cancels all runs of a team, extractions too. */
  cancelAll(teamId: string): Promise<void>
  trace(
    id: string,
    call: Call,
  ): Promise<{ readonly events: TraceEvent[]; readonly credits: number }>
  snapshot(id: string, snapshotId: string, call: Call): Promise<string>
  /** The browser sessions that a run uses, with the paths of their live views. */
  browsers(id: string, call: Call): Promise<ViewedSession[]>
  /** Tokens of language models so far, and the list price of each call of a tool by its id in the trace. */
  spending(id: string): Promise<Spending>
}

interface Spending {
  readonly tokens: number
  readonly costs: Readonly<Record<string, number>>
}

interface AgentsDeps {
  readonly database: Database
  readonly store: RunStore
  readonly endRun: EndRun
  readonly cancelUnreadable: CancelUnreadable
  /** Ends the work of this process on a run. */
  readonly stop: (id: string) => void
  readonly tokensPerCredit: number
  readonly runSessions: Pick<RunSessions, 'active'>
}

const listedMax = 20
const eventsMax = 20_000
const cancelledText = 'The agent was cancelled.'

export function createAgents(deps: AgentsDeps): Agents {
  const { database, store } = deps

  async function find(id: string, { account }: Call): Promise<Run<AgentBody>> {
    const run = await store.find<AgentBody>({ id, teamId: account.teamId, kind: 'agent' })
    if (!run) throw new ServiceError('NOT_FOUND', 'Agent job not found')
    refuseForeignWork(account, run.request.account.principal)
    return run
  }

  /** Extractions have neither trace nor snapshots. */
  async function findTraced(id: string, call: Call, what: string): Promise<Run> {
    const { teamId } = call.account
    const run = await store.find({ id, teamId })
    if (run?.kind !== 'extract') return find(id, call)
    throw new ServiceError('BAD_REQUEST', onlyGenerated.replace('…', what))
  }

  return {
    find,
    async list(before, { account }) {
      const page = { before: readDate(before), countMax: listedMax }
      const found = await store.list<AgentBody>(account.teamId, page)
      return { ...found, runs: found.runs.filter((run) => mayReadRun(run, account)) }
    },
    async cancel(id, call) {
      const run = await readable(find(id, call))
      await (run ? cancel(run, deps) : cancelUnread(id, deps))
    },
    cancelAll: (teamId) => cancelAll(teamId, deps),
    async trace(id, call) {
      const run = await findTraced(id, call, 'Trace is')
      const rows = await database.query<{ event: string }>(
        'select event from agent_events where run_id = $1 order by position limit $2',
        [id, eventsMax],
      )
      const events = rows.map(({ event }) => JSON.parse(event) as TraceEvent)
      if (run.state !== 'processing') return { events, credits: run.credits }
      const [spent] = await database.query<{ credits: number; tokens: number }>(
        `select coalesce(sum(credits), 0)::float8 as credits, coalesce(sum(tokens), 0)::float8 as tokens
         from agent_steps where run_id = $1`,
        [id],
      )
      const { credits, tokens } = spent ?? { credits: 0, tokens: 0 }
      return { events, credits: Math.ceil(credits + tokens / deps.tokensPerCredit) }
    },
    async browsers(id, call) {
      const run = await findTraced(id, call, 'Trace is')
      return run.state === 'processing' ? deps.runSessions.active(id, call) : []
    },
    async snapshot(id, snapshotId, call) {
      await findTraced(id, call, 'Snapshots are')
      if (!Id.safeParse(snapshotId).success)
        throw new ServiceError('BAD_REQUEST', 'Invalid snapshot ID')
      const [row] = await database.query<{ content: Uint8Array }>(
        'select content from agent_snapshots where run_id = $1 and id = $2',
        [id, snapshotId],
      )
      if (!row) throw new ServiceError('NOT_FOUND', 'Snapshot not found')
      return String(await unpack(row.content))
    },
    spending: (id) => loadSpending(database, id),
  }
}

const mayReadRun = ({ request }: Run, account: Account) =>
  mayReadWork(account, request.account.principal)

async function loadSpending(database: Database, id: string): Promise<Spending> {
  const rows = await database.query<{
    agent: string
    call: string
    credits: number
    tokens: number
  }>('select agent, call, credits, tokens from agent_steps where run_id = $1', [id])
  let tokens = 0
  const costs: Record<string, number> = {}
  for (const row of rows) {
    tokens += row.tokens
    // The call is named by its id and the tool.
    if (row.credits > 0)
      costs[toolCallId({ id: row.agent }, row.call.split(' ')[0] ?? '')] = row.credits
  }
  return { tokens, costs }
}

export const onlyGenerated = '… only available for <agent_generation> extracts'
export const invalidBefore = 'Invalid before timestamp.'

function readDate(before: string | undefined): Date | undefined {
  if (before === undefined) return undefined
  const date = /^\d{1,15}$/.test(before) ? new Date(Number(before)) : new Date(Number.NaN)
  if (Number.isNaN(date.getTime())) throw new ServiceError('BAD_REQUEST', invalidBefore)
  return date
}

async function cancel(run: Run, deps: AgentsDeps): Promise<void> {
  if (run.state === 'cancelled') throw new ServiceError('CONFLICT', 'Agent is already cancelled')
  if (!(await end(run, deps))) throw new ServiceError('CONFLICT', 'Agent already finished')
}

async function cancelAll(teamId: string, deps: AgentsDeps): Promise<void> {
  const running = await deps.database.query<{ id: string }>(
    `select id from agent_runs where team_id = $1 and state = 'processing'`,
    [teamId],
  )
  for (const { id } of running) {
    // It is processing: only one that cannot be read is undefined.
    const run = await readable(deps.store.find({ id, teamId }))
    await (run ? end(run, deps) : endUnread(id, deps))
  }
}

/** Undefined for a run that cannot be decrypted. */
const readable = <Found>(found: Promise<Found>): Promise<Found | undefined> =>
  found.catch((thrown: unknown) => {
    if (thrown instanceof ServiceError && thrown.code !== 'UNKNOWN_ERROR') throw thrown
    return undefined
  })

async function cancelUnread(id: string, deps: AgentsDeps): Promise<void> {
  if (!(await endUnread(id, deps))) throw new ServiceError('CONFLICT', 'Agent already finished')
}

async function endUnread(id: string, { database, cancelUnreadable, stop }: AgentsDeps) {
  const isEnded = await database.transaction((sql) => cancelUnreadable(id, cancelledText, sql))
  if (isEnded) stop(id)
  return isEnded
}

/** Returns false for a run that has ended. */
async function end(run: Run, deps: AgentsDeps): Promise<boolean> {
  const { database, endRun, stop } = deps
  const ending = {
    state: 'cancelled' as const,
    error: cancelledText,
    result: {},
    credits: 0,
    tokens: 0,
    eventData: [{ creditsUsed: 0 }],
  }
  const isEnded =
    run.state === 'processing' && (await database.transaction((sql) => endRun(run, ending, sql)))
  if (!isEnded) return false
  stop(run.id)
  return true
}
