import { every, poll, type Polling } from '#queue/poll.ts'
import { holdMs } from './lease.ts'
import { createGathering } from './discovery.ts'
import { createPageWork, type PageWorkDeps } from './page-worker.ts'

/** Polling interval while there is nothing to do. */
const idle = { first: 25, last: 250 }
const watchMs = 1_000
const renewMs = holdMs / 3

/** What works on jobs, until it is disposed. */
export interface Worker extends AsyncDisposable {
  /** The process is about to end because of something nobody can attribute: says what may be why. */
  blame(): Promise<void>
}

/** Works on the pages of all jobs until it is disposed; then what is not finished goes back to the frontier. */
export function startWorker(deps: PageWorkDeps): Worker {
  const stop = new AbortController()
  const work = createPageWork(deps, stop.signal)
  const gathering = createGathering(deps, stop.signal)

  const start = (polling: Pick<Polling, 'ticks' | 'pause' | 'notifiers'>) =>
    poll({ ...polling, log: deps.log, failure: 'work on jobs interrupted' }, stop.signal)

  const loops = [
    start({ ticks: [() => work.claim()], pause: idle, notifiers: [deps.notifier, work.room] }),
    start({ ticks: [() => work.claimAlone()], pause: every(watchMs) }),
    start({ ticks: [() => gathering.claim()], pause: idle, notifiers: [deps.notifier] }),
    start({ ticks: [() => work.watch()], pause: every(watchMs) }),
    start({ ticks: [() => work.endUnpaid()], pause: every(watchMs) }),
    start({ ticks: [() => work.renew()], pause: every(renewMs) }),
    start({ ticks: [() => gathering.renew()], pause: every(renewMs) }),
  ]
  return {
    async blame() {
      await Promise.all([work.blame(), gathering.blame()])
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(loops)
      await gathering.end()
      await work.drain()
    },
  }
}
