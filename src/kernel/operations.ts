import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What is being done, so that something that throws where nobody catches (in a timer, a socket, an emitter) fails the one
 * operation it belongs to: whatever an operation begins remembers it, also when it is called back later.
 */
export interface Operations {
  /** Does the work; rejects as well with what was thrown on its behalf, and aborts the signal it is given then. */
  run<Result>(work: (failed: AbortSignal) => Promise<Result>): Promise<Result>
  /**
   * Fails the operation on whose behalf the caller runs: for who is told of what nobody caught, and only there. False when there
   * is none, or when it throws again and again.
   */
  fail(fault: unknown): boolean
}

/** What has ended can still throw; that is harmless unless it goes on. */
const faultsMax = 10

export function createOperations(): Operations {
  const current = new AsyncLocalStorage<{ readonly failed: AbortController; faults: number }>()
  return {
    async run(work) {
      const failed = new AbortController()
      const fault = Promise.withResolvers<never>()
      fault.promise.catch(() => {})
      failed.signal.addEventListener('abort', () => fault.reject(failed.signal.reason), {
        once: true,
      })
      const working = current.run({ failed, faults: 0 }, () => work(failed.signal))
      // Nobody waits for what it comes to when it has failed before.
      working.catch(() => {})
      return Promise.race([working, fault.promise])
    },
    fail(fault) {
      const operation = current.getStore()
      if (!operation || operation.faults >= faultsMax) return false
      operation.faults++
      operation.failed.abort(fault)
      return true
    },
  }
}
