import { shareWhileFree } from '#kernel/fair-share.ts'
import type { Log } from '#kernel/log.ts'
import type { Database } from '#storage/database.ts'
import { createAttempt } from './attempt.ts'
import { createLeases, itemLeaseMs, type Lease } from './leases.ts'
import { createNotifier, type Notifier } from './notifier.ts'
import { every, startPolling } from './poll.ts'
import type { Queue } from './queue.ts'

export interface RunQueuesDeps {
  /** Id of this process among the nodes. */
  readonly worker: string
  readonly queues: readonly Queue[]
  readonly database: Database
  readonly log: Log
}

interface Running {
  readonly lease: Lease
  readonly lost: AbortController
  readonly work: Promise<void>
}

/** Does the work of queues in this process. */
export function createQueueRunner({ worker, queues, database, log }: RunQueuesDeps) {
  const leases = createLeases({ worker })
  const running = new Map<string, Running>()
  const stopping = new AbortController()
  const ended = createNotifier()
  const attempt = createAttempt({ leases, database, log, stopped: stopping.signal })

  function start(queue: Queue, lease: Lease): void {
    const lost = new AbortController()
    const work = attempt(queue, lease, lost.signal).finally(() => {
      running.delete(lease.id)
      ended.notify()
    })
    running.set(lease.id, { lease, lost, work })
  }

  const held = () => [...running.values()].map(({ lease }) => lease)
  const room = ({ name, limits }: Queue) =>
    limits.perProcess - held().filter(({ queue }) => queue === name).length

  /** With a reserve one at a time, because the share of a team depends on what is free. */
  async function claim(queue: Queue): Promise<Lease[]> {
    const { perProcess: slots, perTeam, reserve } = queue.limits
    const free = room(queue)
    if (reserve === undefined) return leases.claim(database, queue, free)
    const share = Math.min(perTeam, shareWhileFree({ slots, reserve }, free))
    return leases.claim(database, { ...queue, limits: { ...queue.limits, perTeam: share } }, 1)
  }

  return {
    /** Starts items that are due. Returns whether there were any. */
    async tick(): Promise<boolean> {
      const roomy = queues.filter((queue) => room(queue) > 0)
      if (stopping.signal.aborted || roomy.length === 0) return false
      const names = roomy.map(({ name }) => name)
      const due = await leases.due(database, names)
      let count = 0
      for (const queue of roomy.filter(({ name }) => due.includes(name))) {
        for (const lease of await claim(queue)) {
          start(queue, lease)
          count += 1
        }
      }
      return count > 0
    },
    /** Renews the leases of this process, and stops the work on items whose lease was lost. */
    async renew(): Promise<void> {
      const all = [...running.values()]
      if (all.length === 0) return
      const kept = await leases.renew(database, held())
      for (const { lease, lost } of all) if (!kept.has(lease.id)) lost.abort()
    },
    /** Notifies when an attempt has ended: another item may be due then. */
    ended,
    /** Waits for the attempts that have begun. */
    async drain(): Promise<void> {
      await Promise.all([...running.values()].map(({ work }) => work))
    },
    /** Starts nothing more, and tells the attempts that have begun. */
    stop: () => stopping.abort(),
  }
}

const idle = { first: 50, last: 500 }

/** Does the work of queues until disposed; disposal waits for the attempts that have begun. */
export function startQueues(
  deps: RunQueuesDeps & {
    /** Notifies when this process has added work that must start now. */
    readonly notifier: Notifier
  },
): AsyncDisposable {
  const { notifier, log } = deps
  const runner = createQueueRunner(deps)
  const shared = { log, failure: 'work on queues interrupted' }
  const notifiers = [runner.ended, notifier]
  const claiming = startPolling({ ticks: [() => runner.tick()], pause: idle, notifiers, ...shared })
  const pause = every(itemLeaseMs / 3)
  const renewing = startPolling({ ticks: [() => runner.renew()], pause, ...shared })
  return {
    async [Symbol.asyncDispose]() {
      runner.stop()
      await claiming[Symbol.asyncDispose]()
      await runner.drain()
      await renewing[Symbol.asyncDispose]()
    },
  }
}
