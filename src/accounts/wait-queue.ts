import { ServiceError } from '#kernel/errors.ts'

/** Polling interval for slots that other processes release; slots released here wake the queue. */
const pollMs = 100

/** A FIFO queue of requests that wait for a slot in this process. */
export interface WaitQueue {
  readonly length: () => number
  /** Wakes the first request, because a slot was released. */
  wakeFirst(): void
  /**
   * Waits until `tryTake` returns a value. Fails with `CONCURRENCY_QUEUE_TIMEOUT` after `waitMs`,
   * or with the reason of the signal.
   */
  wait<Taken>(request: {
    readonly tryTake: (waitedMs: number) => Promise<Taken | undefined>
    readonly waitMs: number
    readonly signal: AbortSignal
  }): Promise<Taken>
}

export function createWaitQueue(): WaitQueue {
  const queue: Waiter[] = []
  const wakeFirst = () => queue[0]?.wake()
  return {
    length: () => queue.length,
    wakeFirst,
    async wait({ tryTake, waitMs, signal }) {
      const startedAt = performance.now()
      const waiter = createWaiter()
      queue.push(waiter)
      try {
        for (;;) {
          const waitedMs = Math.round(performance.now() - startedAt)
          if (waitedMs >= waitMs) throw new ServiceError('CONCURRENCY_QUEUE_TIMEOUT')
          const taken = queue[0] === waiter ? await tryTake(waitedMs) : undefined
          if (taken) return taken
          await waiter.sleep(Math.min(pollMs, waitMs - waitedMs), signal)
        }
      } finally {
        queue.splice(queue.indexOf(waiter), 1)
        wakeFirst()
      }
    },
  }
}

interface Waiter {
  wake(): void
  /** Returns early when woken; fails with the reason of the signal. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

const nobodySleeps = () => {}

function createWaiter(): Waiter {
  let isWoken = false
  let wakeUp = nobodySleeps
  return {
    wake() {
      isWoken = true
      wakeUp()
    },
    async sleep(ms, signal) {
      signal.throwIfAborted()
      if (!isWoken) {
        const { promise, resolve } = Promise.withResolvers<void>()
        wakeUp = () => resolve()
        const timer = setTimeout(wakeUp, ms)
        signal.addEventListener('abort', wakeUp, { once: true })
        await promise
        clearTimeout(timer)
        signal.removeEventListener('abort', wakeUp)
        signal.throwIfAborted()
      }
      isWoken = false
    },
  }
}
