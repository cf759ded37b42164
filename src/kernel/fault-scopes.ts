import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Attributes uncaught exceptions (thrown in a timer, socket or event emitter) to the operation that caused them, so that
 * only this operation fails. The scope follows asynchronous calls.
 */
export interface FaultScopes {
  /** Runs `work` in a scope of its own. Rejects with the first fault reported for the scope, and aborts the signal of `work` then. */
  run<Result>(work: (failed: AbortSignal) => Promise<Result>): Promise<Result>
  /**
   * Fails the scope of the caller. Call it from the handlers of uncaught exceptions and rejections only. Returns false when the
   * caller runs in no scope, or when its scope has reported `faultsMax` faults.
   */
  fail(fault: unknown): boolean
}

/** Timers and connections of the work keep its scope in memory, often long after its end. */
interface Scope {
  /** Undefined after the end: its listeners refer to the result. */
  failed: AbortController | undefined
  faults: number
}

/** Faults accepted from one scope, also after its end. */
const faultsMax = 10

export function createFaultScopes(): FaultScopes {
  const current = new AsyncLocalStorage<Scope>()
  return {
    async run(work) {
      const failed = new AbortController()
      const fault = Promise.withResolvers<never>()
      fault.promise.catch(() => {})
      failed.signal.addEventListener('abort', () => fault.reject(failed.signal.reason), {
        once: true,
      })
      const scope: Scope = { failed, faults: 0 }
      const working = current.run(scope, () => work(failed.signal))
      // Its result is ignored once the scope has failed.
      working.catch(() => {})
      try {
        return await Promise.race([working, fault.promise])
      } finally {
        scope.failed = undefined
      }
    },
    fail(fault) {
      const scope = current.getStore()
      if (!scope || scope.faults >= faultsMax) return false
      scope.faults++
      scope.failed?.abort(fault)
      return true
    },
  }
}
