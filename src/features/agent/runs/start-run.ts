import type { Webhook } from '#delivery/webhook.ts'
import type { Outbox } from '#delivery/outbox.ts'
import type { Call } from '#kernel/call.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Operation, RunOperation } from '#operations/operation.ts'
import type { Notifier } from '#queue/notifier.ts'
import type { Sql } from '#storage/database.ts'
import { systemProducer } from '#features/agent/trace.ts'
import type { RunKind } from './run.ts'
import type { Allowance } from './allowance.ts'
import type { RunStore } from './run-store.ts'
import { writeEvents } from './write-events.ts'

export interface RunOrder {
  readonly kind: RunKind
  readonly body: object
  readonly webhook: Webhook | undefined
  /** What the activity list shows. */
  readonly target: string
  readonly thread?: { readonly id: string; readonly turn: number } | undefined
  /** Writes before the run is added. */
  readonly extraWrites?: (sql: Sql) => Promise<unknown>
}

/** Accepts a run and returns its id. An accepted run survives the end of any process. Fails with `UNBILLED_ALLOWANCE_USED`. */
export type StartRun = (wanted: RunOrder, call: Call) => Promise<string>

interface StartRunDeps {
  readonly runOperation: RunOperation
  readonly store: Pick<RunStore, 'add'>
  readonly allowance: Pick<Allowance, 'assertLeft'>
  readonly outbox: Pick<Outbox, 'add'>
  readonly clock: Clock
  /** Notifies the loop of queues. */
  readonly notifier: Notifier
}

const acceptMsMax = 60_000

export function createStartRun(deps: StartRunDeps): StartRun {
  const { runOperation, notifier } = deps
  return async function startRun(wanted, call) {
    await deps.allowance.assertLeft(call.account.teamId)
    const id = await runOperation(acceptOperation(deps, wanted.kind), wanted, call)
    notifier.notify()
    return id
  }
}

/** Accepting is free; the run reserves and charges. */
function acceptOperation(
  { store, outbox, clock }: StartRunDeps,
  kind: RunKind,
): Operation<RunOrder, string> {
  return {
    endpoint: kind,
    chargeKind: kind,
    needsSlot: false,
    timeoutMs: () => acceptMsMax,
    zeroDataRetention: () => false,
    target: ({ target }) => target,
    reservation: () => 0,
    async run({ body, webhook, thread, extraWrites }, { id, call }) {
      const { account } = call
      const { teamId } = account
      const request = { body, account, webhook }
      const about = { teamId, jobId: id, zeroDataRetention: false, success: true }
      const started = { ...about, type: `${kind}.started`, ...(webhook && { webhook }) }
      const write = async (sql: Sql) => {
        await extraWrites?.(sql)
        await store.add({ id, teamId, kind, request, thread }, sql)
        await writeEvents(sql, { runId: id, now: clock.now() }, [
          { key: 'run.started', producer: systemProducer, body: { type: 'run.started' } },
        ])
        if (webhook) await outbox.add(sql, [{ ...started, webhook }])
      }
      return { result: id, credits: 0, extraWrites: write }
    },
  }
}
