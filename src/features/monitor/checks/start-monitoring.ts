import type { Log } from '#kernel/log.ts'
import type { Notifier } from '#queue/notifier.ts'
import { every, startPolling } from '#queue/poll.ts'

interface MonitoringDeps {
  /** Queue checks that are due or ready to end. Return whether there were any. */
  readonly ticks: readonly (() => Promise<boolean>)[]
  /** Notified when checks have been queued. */
  readonly notifier: Notifier
  readonly log: Log
}

/** Polling interval for checks that are due or ready to end. */
const idleMs = 500

/** Queues checks until disposed. Any number of processes do so at the same time. */
export function startMonitoring({ ticks, notifier, log }: MonitoringDeps): AsyncDisposable {
  const notifying = ticks.map((tick) => async () => {
    const isBusy = await tick()
    if (isBusy) notifier.notify()
    return isBusy
  })
  return startPolling({
    ticks: notifying,
    pause: every(idleMs),
    log,
    failure: 'monitor loop failed',
  })
}
