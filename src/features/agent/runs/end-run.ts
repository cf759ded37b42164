import type { Credits } from '#credits/credits.ts'
import type { Event, Outbox } from '#delivery/outbox.ts'
import type { Clock } from '#kernel/clock.ts'
import { systemProducer, type EventDraft, type TraceError } from '#features/agent/trace.ts'
import type { Sql } from '#storage/database.ts'
import { chargeOf } from './money.ts'
import type { Run, RunEnd } from './run.ts'
import type { RunStore } from './run-store.ts'
import { writeEvents } from './write-events.ts'

export interface EndRunDeps {
  readonly store: Pick<RunStore, 'lock' | 'end'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly credits: Pick<Credits, 'reserved'>
  readonly clock: Clock
}

/** Ends a run once: state, charge, events and webhook in one transaction. Returns false when it had ended. */
export type EndRun = (run: Run, end: RunEnd, within: Sql) => Promise<boolean>

export const createEndRun = ({ store, outbox, credits, clock }: EndRunDeps): EndRun =>
  async function endRun(run, end, sql) {
    if (!(await store.lock(run.id, sql))) return false
    await store.end(run, end, sql)
    const { credits: amount } = end
    if (amount > 0) await credits.reserved(chargeOf(run, amount)).charge(amount, sql)
    await writeEvents(sql, { runId: run.id, now: clock.now() }, lastEvents(end))
    await outbox.add(sql, lastMessages(run, end))
    return true
  }

/** Releases what a run has reserved and not charged. Can be repeated. */
export const releaseRun = (credits: Pick<Credits, 'reserved'>, run: Run): Promise<void> =>
  credits.reserved(chargeOf(run, 0)).release()

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
  { state, error, announced = [] }: RunEnd,
): Event[] {
  if (!webhook) return []
  const about = { teamId, jobId: id, zeroDataRetention: false, webhook, data: announced }
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

function lastEvents({ state, error: message = '' }: RunEnd): EventDraft[] {
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
  return [...(state === 'cancelled' ? [cancelled] : []), finished]
}
