import { ServiceError, type ErrorCode } from './errors.ts'

/** The time limit of a request. */
export interface Deadline extends Disposable {
  /** Aborts at the deadline, with the given code, or with the caller's signal. */
  readonly signal: AbortSignal
  readonly at: Date
  /** Also when the clock of the machine is changed. */
  leftMs(): number
}

export function startDeadline(
  timeoutMs: number,
  caller: AbortSignal,
  code: ErrorCode = 'SCRAPE_TIMEOUT',
): Deadline {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new ServiceError(code)), timeoutMs)
  const endsMs = performance.now() + timeoutMs
  return {
    signal: AbortSignal.any([caller, late.signal]),
    at: new Date(Date.now() + timeoutMs),
    leftMs: () => Math.max(0, endsMs - performance.now()),
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}
