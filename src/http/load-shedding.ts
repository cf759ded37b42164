import { monitorEventLoopDelay } from 'node:perf_hooks'
import { ServiceError } from '#kernel/errors.ts'

const sampleMs = 250
const lagMsMax = 300

/** How busy the process is, and whether one more request would only make everybody wait. */
export interface LoadShedding extends Disposable {
  /** Fails with `SERVICE_UNAVAILABLE`; otherwise counts the request until the returned function is called first. */
  enter(): () => void
  inFlight(): number
  /** Mean delay of the event loop that has lasted two samples, in milliseconds. */
  lagMs(): number
}

/** Refusing early keeps the accepted requests fast: nothing of a refused request is read or parsed. */
export function createLoadShedding(requestsMax: number): LoadShedding {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  let inFlight = 0
  let lagMs = 0
  let previousMs = 0
  const timer = setInterval(() => {
    const sampledMs = Number.isNaN(delay.mean) ? 0 : delay.mean / 1e6
    // One long step is no overload: only what two samples agree on counts.
    lagMs = Math.min(sampledMs, previousMs)
    previousMs = sampledMs
    delay.reset()
  }, sampleMs).unref()

  return {
    enter() {
      if (inFlight >= requestsMax || lagMs > lagMsMax) {
        throw new ServiceError('SERVICE_UNAVAILABLE', 'The service is overloaded. Try again later.')
      }
      inFlight++
      let isIn = true
      return () => {
        if (isIn) inFlight--
        isIn = false
      }
    },
    inFlight: () => inFlight,
    lagMs: () => lagMs,
    [Symbol.dispose]() {
      clearInterval(timer)
      delay.disable()
    },
  }
}
