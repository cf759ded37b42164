import { ServiceError } from '#kernel/errors.ts'

/** Places freed by other processes are seen after this long; those freed here at once. */
const pollMs = 100

/** Who waits for something scarce in this process, served in the order of their coming. */
export interface WaitingLine {
  readonly length: () => number
  /** Something was given back: the first in line looks again. */
  wakeFirst(): void
  /**
   * Waits until `tryTake` answers something. Fails with `CONCURRENCY_QUEUE_TIMEOUT` after `waitMs`,
   * or with the reason of the signal.
   */
  wait<Taken>(turn: {
    readonly tryTake: (waitedMs: number) => Promise<Taken | undefined>
    readonly waitMs: number
    readonly signal: AbortSignal
  }): Promise<Taken>
}

export function createWaitingLine(): WaitingLine {
  const line: Waiter[] = []
  const wakeFirst = () => line[0]?.wake()
  return {
    length: () => line.length,
    wakeFirst,
    async wait({ tryTake, waitMs, signal }) {
      const startedAt = performance.now()
      const waiter = createWaiter()
      line.push(waiter)
      try {
        for (;;) {
          const waitedMs = Math.round(performance.now() - startedAt)
          if (waitedMs >= waitMs) throw new ServiceError('CONCURRENCY_QUEUE_TIMEOUT')
          const taken = line[0] === waiter ? await tryTake(waitedMs) : undefined
          if (taken) return taken
          await waiter.sleep(Math.min(pollMs, waitMs - waitedMs), signal)
        }
      } finally {
        line.splice(line.indexOf(waiter), 1)
        wakeFirst()
      }
    },
  }
}

interface Waiter {
  wake(): void
  /** Ends early when woken; fails with the reason of the signal. */
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
