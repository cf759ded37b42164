import { ServiceError, type ErrorCode } from './errors.ts'

/** One time limit over everything a request does. */
export interface Deadline extends Disposable {
  /** Aborts at the deadline, with the code it was given, or with the caller, whichever comes first. */
  readonly signal: AbortSignal
  readonly at: Date
}

export function startDeadline(
  timeoutMs: number,
  caller: AbortSignal,
  code: ErrorCode = 'SCRAPE_TIMEOUT',
): Deadline {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new ServiceError(code)), timeoutMs)
  return {
    signal: AbortSignal.any([caller, late.signal]),
    at: new Date(Date.now() + timeoutMs),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
