import { ServiceError } from '#kernel/errors.ts'

/** A place among a fixed number of them; whoever waits longest gets the next. */
export interface Places {
  /** Answers what gives the place back. Fails with `SERVICE_UNAVAILABLE` when too many wait, or the signal's reason. */
  take(signal: AbortSignal): Promise<Disposable>
}

export function createPlaces(placesMax: number, waitingMax: number): Places {
  const waiting: (() => void)[] = []
  let taken = 0

  function free(): void {
    const next = waiting.shift()
    if (next) next()
    else taken -= 1
  }

  async function waitForPlace(signal: AbortSignal): Promise<void> {
    if (waiting.length >= waitingMax) throw tooManyWaiting()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      waiting.splice(waiting.indexOf(resolve), 1)
      reject(signal.reason)
    }
    waiting.push(resolve)
    signal.addEventListener('abort', leave)
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }

  return {
    async take(signal) {
      signal.throwIfAborted()
      if (taken < placesMax) taken += 1
      else await waitForPlace(signal)
      return { [Symbol.dispose]: free }
    },
  }
}

function tooManyWaiting(): ServiceError {
  const message = 'Too many documents are waiting to be read. Try again shortly.'
  return new ServiceError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds: 2 })
}
