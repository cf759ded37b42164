import type { Log } from '#kernel/log.ts'
import type { Notifier } from '#queue/notifier.ts'
import { every, startPolling, type Tick } from '#queue/poll.ts'

interface MonitoringDeps {
  readonly ticks: readonly Tick[]
  readonly notifier: Notifier
  readonly log: Log
}

/** Polling interval for checks that are due, queued or ready to close. */
const idleMs = 500

/** Creates, starts and closes checks until disposed. Any number of processes do so at the same time. */
export function startMonitoring({ ticks, notifier, log }: MonitoringDeps): AsyncDisposable {
  return startPolling({
    ticks,
    pause: every(idleMs),
    notifiers: [notifier],
    log,
    failure: 'monitor loop failed',
  })
}
