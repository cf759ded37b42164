import { every, poll, type Polling } from '#queue/poll.ts'
import { leaseMs } from './lease.ts'
import { createDiscovery } from './discovery.ts'
import { createPageWorker, type PageWorkerDeps } from './page-worker.ts'

/** Polling interval while there is nothing to do. */
const idle = { first: 25, last: 250 }
const watchMs = 1_000
const renewMs = leaseMs / 3

/** Processes jobs until it is disposed. */
export interface Worker extends AsyncDisposable {
  /** Adds crash points to the work of this process, before it ends because of an error that it cannot attribute. */
  blame(): Promise<void>
}

/** Starts to process the pages of all jobs. When disposed, it releases what is not finished. */
export function startWorker(deps: PageWorkerDeps): Worker {
  const stop = new AbortController()
  const work = createPageWorker(deps, stop.signal)
  const discovery = createDiscovery(deps, stop.signal)

  const start = (polling: Pick<Polling, 'ticks' | 'pause' | 'notifiers'>) =>
    poll({ ...polling, log: deps.log, failure: 'job loop failed' }, stop.signal)

  const loops = [
    start({
      ticks: [() => work.claim()],
      pause: idle,
      notifiers: [deps.notifier, work.slotsFreed],
    }),
    start({ ticks: [() => work.claimAlone()], pause: every(watchMs) }),
    start({ ticks: [() => discovery.claim()], pause: idle, notifiers: [deps.notifier] }),
    start({ ticks: [() => work.watch()], pause: every(watchMs) }),
    start({ ticks: [() => work.endUnpaid()], pause: every(watchMs) }),
    start({ ticks: [() => work.renew()], pause: every(renewMs) }),
    start({ ticks: [() => discovery.renew()], pause: every(renewMs) }),
  ]
  return {
    async blame() {
      await Promise.all([work.blame(), discovery.blame()])
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(loops)
      await discovery.end()
      await work.drain()
    },
  }
}
