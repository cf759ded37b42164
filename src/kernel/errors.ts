import { ReadError, type ErrorDetail } from '#base/read-error.ts'
import { failures } from './failures.ts'

export type { ErrorDetail } from '#base/read-error.ts'
export { failures } from './failures.ts'

export type ErrorCode = keyof typeof failures

export const isErrorCode = (code: string): code is ErrorCode => Object.hasOwn(failures, code)

/** Codes that the agent of the public API has, and the general ones that they stand for. */
export const agentCodes = {
  exchange_not_enabled: 'FORBIDDEN',
  thread_busy: 'CONFLICT',
  thread_expired: 'CONFLICT',
  thread_not_found: 'NOT_FOUND',
  threads_disabled: 'FORBIDDEN',
} as const satisfies Record<string, ErrorCode>
export type AgentCode = keyof typeof agentCodes

/** Members of a response beside those of every error. */
type ErrorFact = string | number | readonly string[] | Readonly<Record<string, string>>
type ErrorFacts = Readonly<Record<string, ErrorFact | undefined>> & {
  /** Instead of that of the error; undefined for a response without one. */
  readonly code?: AgentCode | undefined
}

interface ErrorExtras extends ErrorOptions {
  details?: readonly ErrorDetail[] | undefined
  /** Sent as the Retry-After header, whole seconds, at least 1. */
  retryAfterSeconds?: number | undefined
  /** Further members of the response. */
  facts?: ErrorFacts | undefined
  /** Credits of work that was done before the failure. */
  spentCredits?: number | undefined
}

/** An expected error. Any other thrown value is a bug and reaches the caller as `UNKNOWN_ERROR`. */
export class ServiceError extends Error {
  override name = 'ServiceError'
  readonly code: ErrorCode
  readonly details: readonly ErrorDetail[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly facts: ErrorFacts | undefined
  readonly spentCredits: number

  constructor(code: ErrorCode, message: string = failures[code].message, extras: ErrorExtras = {}) {
    super(message, extras)
    this.code = code
    this.details = extras.details
    this.retryAfterSeconds = extras.retryAfterSeconds
    this.facts = extras.facts
    this.spentCredits = extras.spentCredits ?? 0
  }

  /** The same failure of work that has cost these credits. */
  withSpent(spentCredits: number): ServiceError {
    const { code, message, details, retryAfterSeconds, facts, cause } = this
    const extras = { details, retryAfterSeconds, facts, spentCredits }
    return new ServiceError(code, message, { ...extras, ...(cause !== undefined && { cause }) })
  }

  get status(): number {
    return failures[this.code].status
  }

  /** Returns an expected error unchanged and wraps any other value, with its cause, as `UNKNOWN_ERROR`. */
  static from(thrown: unknown): ServiceError {
    return (
      ServiceError.expected(thrown) ??
      new ServiceError('UNKNOWN_ERROR', undefined, { cause: thrown })
    )
  }

  /** An expected error, which may be one of the packages; undefined for any other value. */
  static expected(thrown: unknown): ServiceError | undefined {
    if (thrown instanceof ServiceError) return thrown
    if (!(thrown instanceof ReadError)) return undefined
    const { code, message, details, cause } = thrown
    return new ServiceError(code, message, { details, ...(cause !== undefined && { cause }) })
  }
}

/** Milliseconds after which a site asked to be requested again; undefined for other errors. */
export function siteWaitMs(thrown: unknown): number | undefined {
  const isOfSite = thrown instanceof ServiceError && thrown.code === 'SCRAPE_SITE_ERROR'
  const seconds = isOfSite ? thrown.retryAfterSeconds : undefined
  return seconds === undefined ? undefined : seconds * 1_000
}

/** Whether something failed because a component is unavailable, which says nothing about the data. */
export const isUnavailable = (thrown: unknown): boolean =>
  thrown instanceof ServiceError && thrown.code === 'SERVICE_UNAVAILABLE'
