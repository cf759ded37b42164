import { ServiceError } from '#kernel/errors.ts'

const reserveShare = 0.1
const reserveMsMax = 2_000

/**
 * Returns a signal that aborts with the given one, and with `SCRAPE_TIMEOUT` somewhat before the deadline, so that there is time
 * for a fallback. Without a deadline it is the given signal.
 */
export function withEarlierDeadline(
  deadlineAt: Date | undefined,
  signal: AbortSignal,
): Disposable & { readonly signal: AbortSignal } {
  if (!deadlineAt) return { signal, [Symbol.dispose]: () => {} }
  const late = new AbortController()
  const leftMs = deadlineAt.getTime() - Date.now()
  const timeoutMs = leftMs - Math.min(leftMs * reserveShare, reserveMsMax)
  const message = 'There was no time left to load the page in a browser.'
  const timer = setTimeout(() => late.abort(new ServiceError('SCRAPE_TIMEOUT', message)), timeoutMs)
  return {
    signal: AbortSignal.any([signal, late.signal]),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
