import type { Log } from '#kernel/log.ts'
import type { FaultScopes } from '#kernel/fault-scopes.ts'

interface FaultWatch extends Disposable {
  /** Aborts with the first error that cannot be attributed to an operation: the process must end. */
  readonly fatal: AbortSignal
}

/**
 * Handles uncaught errors. An error that can be attributed fails its operation; everything else continues. Any other error ends the
 * process in order, because its state is unknown. Errors during the shutdown are only logged, so that the database ends
 * cleanly.
 */
export function watchFaults(faultScopes: Pick<FaultScopes, 'fail'>, log: Log): FaultWatch {
  const fatal = new AbortController()
  const onFault = (err: unknown) => {
    if (faultScopes.fail(err)) return log.error({ err }, 'operation failed in a callback')
    log.error({ err, isEnding: fatal.signal.aborted }, 'uncaught error outside of any operation')
    fatal.abort(err)
  }
  process.on('uncaughtException', onFault).on('unhandledRejection', onFault)
  return {
    fatal: fatal.signal,
    [Symbol.dispose]() {
      process.off('uncaughtException', onFault).off('unhandledRejection', onFault)
    },
  }
}
