import type { Outbox } from '#delivery/outbox.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { CheckStore } from './check-store.ts'
import { checkEvent } from './events.ts'
import type { KeptMonitor, MonitorStore } from './monitor-store.ts'
import { newCheck } from './new-check.ts'
import { nextTurn } from './next-turn.ts'

interface DueChecksDeps {
  readonly database: Database
  readonly monitors: MonitorStore
  readonly checks: CheckStore
  readonly outbox: Pick<Outbox, 'add'>
  readonly clock: Clock
}

const atOnce = 50

/**
 * Makes the checks that are due, each once whatever number of processes look for them, and moves their monitors on.
 * Times that were missed make one check. Answers whether there were any.
 */
export function createDueChecks({ database, monitors, checks, outbox, clock }: DueChecksDeps) {
  async function make(monitor: KeptMonitor, sql: Sql): Promise<void> {
    const now = clock.now()
    const due = newCheck(monitor, { id: newId(), trigger: 'scheduled', now })
    const isOverlap = monitor.currentCheckId !== null
    const check = isOverlap ? { ...due, ...overlap, finishedAt: now } : due
    const isNew = await checks.add(check, sql)
    const opens = isNew && !isOverlap
    await monitors.advance(
      monitor.id,
      { ...nextTurn(monitor, now), ...(opens && { currentCheckId: check.id }) },
      sql,
    )
    if (isNew && isOverlap && monitor.webhook) {
      await outbox.add(sql, [checkEvent(check, monitor.webhook)])
    }
  }

  return async function makeDueChecks(): Promise<boolean> {
    return database.transaction(async (sql) => {
      const due = await monitors.lockDue(clock.now(), atOnce, sql)
      for (const monitor of due) await make(monitor, sql)
      return due.length > 0
    })
  }
}

const overlap = {
  status: 'skipped_overlap',
  error: 'Previous monitor check is still running.',
  actualCredits: 0,
} as const
