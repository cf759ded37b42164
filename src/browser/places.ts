import { ServiceError } from '#kernel/errors.ts'
import { createGate } from '#kernel/gate.ts'

/** Room for a number of pages at once; who comes later waits in turn. */
export interface Places {
  /**
   * Answers the way out, to be called once, and how long it took. Throws the reason of the signal, or
   * `SERVICE_UNAVAILABLE` when too many wait already.
   */
  enter(signal: AbortSignal): Promise<{ readonly leave: () => void; readonly queuedMs: number }>
  readonly counts: { readonly open: number; readonly waiting: number }
}

const retryAfterSeconds = 5

export function createPlaces(limits: { pagesMax: number; waitingMax: number }): Places {
  const { pagesMax: insideMax, waitingMax } = limits
  const gate = createGate({ insideMax, waitingMax })
  const counts = { open: 0, waiting: 0 }
  return {
    counts,
    async enter(signal) {
      if (counts.waiting >= waitingMax) {
        throw new ServiceError('SERVICE_UNAVAILABLE', undefined, { retryAfterSeconds })
      }
      const askedAtMs = performance.now()
      counts.waiting++
      const leaveGate = await gate.enter(signal).finally(() => counts.waiting--)
      counts.open++
      const leave = () => {
        counts.open--
        leaveGate()
      }
      return { leave, queuedMs: Math.round(performance.now() - askedAtMs) }
    },
  }
}
