import type { Outbox } from '#delivery/outbox.ts'
import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Database, Sql } from '#storage/database.ts'
import { savepoint } from '#storage/savepoint.ts'
import type { CheckStore } from './check-store.ts'
import { checkEvent } from './webhook-events.ts'
import type { StoredMonitor, MonitorStore } from '#features/monitor/monitors/monitor-store.ts'
import { newCheck } from './new-check.ts'
import { nextDispatch } from '#features/monitor/schedule/next-dispatch.ts'

interface DueChecksDeps {
  readonly database: Database
  readonly monitors: MonitorStore
  readonly checks: CheckStore
  readonly outbox: Pick<Outbox, 'add'>
  readonly clock: Clock
  readonly log: Log
}

const atOnce = 50
/** Delay before a monitor is tried again whose check could not be created. */
const postponedMs = 5 * 60_000

/**
 * Creates the checks that are due, each once however many processes run, and schedules the next runs. One check covers all
 * missed runs. A monitor that fails is postponed; the others continue. Returns whether there were any.
 */
export function createDueChecks(deps: DueChecksDeps) {
  const { database, monitors, checks, outbox, clock, log } = deps

  async function make(monitor: StoredMonitor, sql: Sql): Promise<void> {
    const now = clock.now()
    const due = newCheck(monitor, { id: newId(), trigger: 'scheduled', now })
    const isOverlap = monitor.currentCheckId !== null
    const check = isOverlap ? { ...due, ...overlap, finishedAt: now } : due
    const isNew = await checks.add(check, sql)
    const opens = isNew && !isOverlap
    await monitors.advance(
      monitor.id,
      { ...nextDispatch(monitor, now), ...(opens && { currentCheckId: check.id }) },
      sql,
    )
    if (isNew && isOverlap && monitor.webhook) {
      await outbox.add(sql, [checkEvent(check, monitor.webhook)])
    }
  }

  return async function makeDueChecks(): Promise<boolean> {
    return database.transaction(async (sql) => {
      const due = await monitors.lockDue(atOnce, sql)
      for (const { id, ...monitor } of due) {
        await savepoint(sql, async () => make(monitor.read(), sql)).catch(async (err: unknown) => {
          log.warn({ err, monitorId: id }, 'monitor postponed')
          await monitors.postpone(id, postponedMs, sql)
        })
      }
      return due.length > 0
    })
  }
}

const overlap = {
  status: 'skipped_overlap',
  error: 'Previous monitor check is still running.',
  actualCredits: 0,
} as const
