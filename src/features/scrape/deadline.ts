import { ServiceError } from '#kernel/errors.ts'

/** One time limit over everything a scrape does; `signal` then aborts with `SCRAPE_TIMEOUT`. */
export interface Deadline extends Disposable {
  /** Aborts at the deadline or with the caller, whichever comes first. */
  readonly signal: AbortSignal
  readonly at: Date
}

export function startDeadline(timeoutMs: number, caller: AbortSignal): Deadline {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new ServiceError('SCRAPE_TIMEOUT')), timeoutMs)
  return {
    signal: AbortSignal.any([caller, late.signal]),
    at: new Date(Date.now() + timeoutMs),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
