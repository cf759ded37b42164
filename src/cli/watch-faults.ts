import type { Log } from '#kernel/log.ts'
import type { FaultScopes } from '#kernel/fault-scopes.ts'

interface FaultWatch extends Disposable {
  /** Aborts with the first fault that belongs to no operation: the process is to end. */
  readonly fatal: AbortSignal
}

/**
 * What is done about what nobody caught. Where the operation it belongs to is known, that fails and everything else goes on;
 * otherwise nobody knows what is broken, and the process ends in good order. What throws while it ends is only logged, so that
 * the database ends cleanly.
 */
export function watchFaults(faultScopes: Pick<FaultScopes, 'fail'>, log: Log): FaultWatch {
  const fatal = new AbortController()
  const onFault = (err: unknown) => {
    if (faultScopes.fail(err)) return log.error({ err }, 'operation failed outside of its course')
    log.error({ err, isEnding: fatal.signal.aborted }, 'fault that belongs to no operation')
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
