import type { Credits } from '#credits/credits.ts'
import type { Event, Outbox } from '#delivery/outbox.ts'
import type { Clock } from '#kernel/clock.ts'
import { systemProducer, type EventDraft, type TraceError } from '#features/agent/trace.ts'
import type { Sql } from '#storage/database.ts'
import { closingEvents } from './closing-events.ts'
import { makeCharge } from './money.ts'
import type { Run, RunEnd } from './run.ts'
import type { RunStore } from './run-store.ts'
import { writeEvents, type EventTime } from './write-events.ts'

export interface EndRunDeps {
  readonly store: Pick<RunStore, 'lock' | 'end' | 'countFreeToday'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly credits: Pick<Credits, 'reserved'>
  readonly clock: Clock
  /** Runs of a team that are free on a day. */
  readonly freeRunsPerDay: number
}

/** Ends a run once: state, charge, events and webhook in one transaction. Returns false when it had ended. */
export type EndRun = (run: Run, end: RunEnd, within: Sql) => Promise<boolean>

export const createEndRun = ({ outbox, credits, clock, ...deps }: EndRunDeps): EndRun =>
  async function endRun(run, given, sql) {
    const { store } = deps
    if (!(await store.lock(run.id, sql))) return false
    const isFree = given.credits > 0 && (await mayBeFree(run, deps, sql))
    const end = isFree ? withoutCost(given) : given
    await store.end(run, { ...end, isFree }, sql)
    const { credits: amount } = end
    const reserved = credits.reserved(makeCharge(run, amount))
    await (amount > 0 ? reserved.charge(amount, sql) : reserved.release(sql))
    const time = { runId: run.id, now: clock.now() }
    await writeEvents(sql, time, await lastEvents(sql, time, end))
    await outbox.add(sql, lastMessages(run, end))
    return true
  }

/** Cancels a run that cannot be read, and so has no webhook. Returns false when it had ended. */
export type CancelUnreadable = (id: string, error: string, within: Sql) => Promise<boolean>

export const createCancelUnreadable = ({
  store,
  clock,
}: {
  readonly store: Pick<RunStore, 'lock' | 'abandon'>
  readonly clock: Clock
}): CancelUnreadable =>
  async function cancelUnreadable(id, error, sql) {
    if (!(await store.lock(id, sql))) return false
    const state = 'cancelled'
    await store.abandon(id, { state, error }, sql)
    const time = { runId: id, now: clock.now() }
    const end = { state, error, result: {}, credits: 0, tokens: 0 } as const
    await writeEvents(sql, time, await lastEvents(sql, time, end))
    return true
  }

/** Runs with a higher limit are never free. */
const freeCreditsMax = 2_500

/** Whether a run that has succeeded is one of the free ones of its team today. */
async function mayBeFree(
  { kind, teamId, request }: Run,
  { store, freeRunsPerDay }: Pick<EndRunDeps, 'store' | 'freeRunsPerDay'>,
  sql: Sql,
): Promise<boolean> {
  const { maxCredits } = request.body as { readonly maxCredits?: number }
  if (kind !== 'agent' || freeRunsPerDay === 0 || (maxCredits ?? 0) > freeCreditsMax) return false
  return (await store.countFreeToday(teamId, sql)) < freeRunsPerDay
}

const withoutCost = (end: RunEnd): RunEnd => ({
  ...end,
  credits: 0,
  eventData: (end.eventData ?? []).map((data) => ({ ...data, creditsUsed: 0 })),
})

const kindOf = {
  succeeded: 'completed',
  failed: 'failed',
  refused: 'failed',
  credit_limit_reached: 'failed',
  cancelled: 'cancelled',
} as const

/** Extractions have no event for their cancellation. */
function lastMessages(
  { id, teamId, kind, request: { webhook } }: Run,
  { state, error, eventData = [] }: RunEnd,
): Event[] {
  if (!webhook) return []
  const about = { teamId, jobId: id, zeroDataRetention: false, webhook, data: eventData }
  const type = `${kind}.${kindOf[state]}`
  const failure = state === 'cancelled' ? undefined : error
  return [
    {
      ...about,
      type,
      success: state === 'succeeded',
      ...(failure !== undefined && { error: failure }),
    },
  ]
}

const codeOf = {
  succeeded: 'internal',
  failed: 'internal',
  refused: 'refused',
  cancelled: 'cancelled',
  credit_limit_reached: 'credit_limit_reached',
} as const satisfies Record<RunEnd['state'], TraceError['code']>

async function lastEvents(
  sql: Sql,
  time: EventTime,
  { state, error: message = '' }: RunEnd,
): Promise<EventDraft[]> {
  const cancelled: EventDraft = {
    key: 'run.cancel_requested',
    producer: systemProducer,
    body: { type: 'run.cancel_requested', reason: 'user' },
  }
  const source = state === 'credit_limit_reached' ? 'billing' : 'agent'
  const error = { code: codeOf[state], source, retryable: state === 'failed', message } as const
  const finished: EventDraft = {
    key: 'run.finished',
    producer: systemProducer,
    body: { type: 'run.finished', outcome: state, error: state === 'succeeded' ? null : error },
  }
  const isCancelled = state === 'cancelled'
  const closing = await closingEvents(sql, { ...time, isCancelled, error })
  return [...(isCancelled ? [cancelled] : []), ...closing, finished]
}
