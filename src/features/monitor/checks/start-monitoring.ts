import type { Log } from '#kernel/log.ts'
import type { Notifier } from '#queue/notifier.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Database } from '#storage/database.ts'

interface MonitoringDeps {
  readonly database: Database
  /** Queue checks that are due or ready to end. Return whether there were any. */
  readonly ticks: readonly (() => Promise<boolean>)[]
  /** Notified when checks have been queued. */
  readonly notifier: Notifier
  readonly log: Log
}

/** Polling interval for checks that are due or ready to end. */
const idleMs = 500

/** Whether a tick may have work: one statement instead of a transaction for each tick while there is none. */
const look = `
  select exists (select from monitors where dispatch_at <= now() and deleted_at is null)
    or exists (select from monitor_checks where status = 'running' and not is_ending)
    or exists (select from monitor_reports where due_at <= now()) as "mayHaveWork"`

/** Queues checks until disposed. Any number of processes do so at the same time. */
export function startMonitoring(deps: MonitoringDeps): AsyncDisposable {
  const { database, ticks, notifier, log } = deps
  let mayHaveWork = false
  const notifying = ticks.map((tick) => async () => {
    const isBusy = mayHaveWork && (await tick())
    if (isBusy) notifier.notify()
    return isBusy
  })
  return startPolling({
    ticks: [
      async () => {
        const [row] = await database.query<{ mayHaveWork: boolean }>(look)
        mayHaveWork = row?.mayHaveWork === true
      },
      ...notifying,
    ],
    pause: every(idleMs),
    log,
    failure: 'monitor loop failed',
  })
}
