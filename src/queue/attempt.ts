import { isUnavailable } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { inSpan, withTrace } from '#kernel/trace.ts'
import type { Database } from '#storage/database.ts'
import type { Lease, Leases } from './leases.ts'
import type { EndAttempt, LeasedItem, Queue } from './queue.ts'

interface AttemptDeps {
  readonly leases: Leases
  readonly database: Database
  readonly log: Log
  /** Aborts when the process stops. */
  readonly stopped: AbortSignal
}

/** An attempt that failed because something was unavailable is repeated after this time. */
const unavailableMs = 1_000

/** One attempt at a leased item; `lost` aborts when the lease is lost. Never throws. */
export function createAttempt({ leases, database, log, stopped }: AttemptDeps) {
  async function end(queue: Queue, lease: Lease, endAttempt: EndAttempt): Promise<void> {
    const isEnded = await database.transaction(async (sql) => {
      if (!(await leases.lock(sql, lease))) return false
      const again = await endAttempt(sql)
      await (again ? leases.again(sql, lease, again) : leases.done(sql, lease))
      return true
    })
    if (isEnded) await queue.committed?.(lease)
  }

  async function repeatLater(lease: Lease, pauseMs: number, isUncounted: boolean): Promise<void> {
    await leases.again(database, lease, { afterMs: pauseMs, isUncounted })
  }

  function warn(lease: Lease, err: unknown, message: string): void {
    const { queue, id: itemId, attempts, keyOf } = lease
    log.warn({ queue, itemId, attempts, ...(keyOf === null && { err }) }, message)
  }

  async function run(queue: Queue, lease: Lease, item: LeasedItem): Promise<void> {
    const isWornOut = lease.attempts > queue.retryMs.length + 1
    try {
      await end(queue, lease, isWornOut ? queue.giveUp(item) : await queue.run(item))
    } catch (err) {
      warn(lease, err, 'attempt failed')
      if (stopped.aborted || isUnavailable(err)) return repeatLater(lease, unavailableMs, true)
      if (item.retryMs !== undefined) return repeatLater(lease, item.retryMs, false)
      await end(queue, lease, queue.giveUp(item))
    }
  }

  return async function attempt(queue: Queue, lease: Lease, lost: AbortSignal): Promise<void> {
    const { id, teamId, attempts } = lease
    const signal = AbortSignal.any([lost, stopped])
    const item = { id, teamId, attempts, retryMs: queue.retryMs[attempts - 1], signal }
    // The lease expires then.
    const work = () => run(queue, lease, item)
    await withTrace(lease, () => inSpan({ name: queue.name }, work)).catch((err: unknown) =>
      warn(lease, err, 'attempt not ended'),
    )
  }
}
