import type { Log } from '#kernel/log.ts'

/**
 * Wraps a listener or timer callback so that what it throws, or rejects with, is logged and does not end the process.
 * Every callback that this module hands to a socket, a server or a timer goes through it unless it cannot throw.
 */
export function guarded<Args extends readonly unknown[]>(
  log: Pick<Log, 'error'>,
  listener: (...args: Args) => unknown,
): (...args: Args) => void {
  const report = (err: unknown) => log.error({ err }, 'listener failed')
  return (...args) => {
    try {
      const result = listener(...args)
      if (result instanceof Promise) result.catch(report)
    } catch (thrown) {
      report(thrown)
    }
  }
}
