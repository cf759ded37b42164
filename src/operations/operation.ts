import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import type { Caller } from '#kernel/caller.ts'
import type { ErrorCode, ServiceError } from '#kernel/errors.ts'
import type { Sql } from '#storage/database.ts'

/** A type of paid operation, as data for the runner. */
export interface Operation<Request, Result> {
  /** Name in the activity list. */
  readonly endpoint: string
  readonly chargeKind: string
  /** Whether the operation needs a concurrency slot of the team. */
  readonly needsSlot: boolean
  /** Error code after the deadline; `SCRAPE_TIMEOUT` when absent. */
  readonly timeoutCode?: ErrorCode
  /** Timeout in milliseconds, including the wait for a slot. */
  timeoutMs(request: Request): number
  /** Whether nothing of the request may be stored. */
  zeroDataRetention(request: Request, account: Account): boolean
  /** What the activity list shows. */
  target(request: Request): string
  /** Credits reserved before the work starts; nothing is reserved or charged for 0. */
  reservation(request: Request, zeroDataRetention: boolean): number
  run(request: Request, context: OperationContext): Promise<Finished<Result>>
  /** Credits for a failure; 0 when absent. */
  failureCredits?(failure: ServiceError, zeroDataRetention: boolean): number
  /** Writes that belong in the transaction that records a failure. */
  failureWrites?(
    request: Request,
    failure: ServiceError,
    context: OperationContext,
  ): (sql: Sql) => Promise<unknown>
}

/** Context of an admitted operation. */
export interface OperationContext {
  /** Id of the operation; its charge and its activity entry have the same. */
  readonly id: string
  readonly call: Call
  readonly zeroDataRetention: boolean
  /** Aborts at the deadline or when the client disconnects. */
  readonly signal: AbortSignal
  /** When the work began, after the wait for a concurrency slot. */
  readonly startedAt: Date
  readonly deadlineAt: Date
  /** Milliseconds spent waiting for a concurrency slot. */
  readonly queuedMs: number
  /** Raises the reservation to `credits`. Throws `INSUFFICIENT_CREDITS`; the reservation then stays as it was. */
  reserve(credits: number): Promise<void>
  /** Replaces the target in the activity list, if it becomes known only during the operation. */
  setTarget(target: string): void
}

/** On whose behalf an operation works. */
export const toCaller = ({ call, signal, zeroDataRetention }: OperationContext): Caller => ({
  teamId: call.account.teamId,
  principal: call.account.principal,
  signal,
  zeroDataRetention,
})

/** The result of an operation that succeeded. */
export interface Finished<Result> {
  readonly result: Result
  /** Credits to charge. */
  readonly credits: number
  /** Writes that belong in the transaction of charge and activity entry. */
  readonly extraWrites?: ((sql: Sql) => Promise<unknown>) | undefined
}

export type RunOperation = <Request, Result>(
  operation: Operation<Request, Result>,
  request: Request,
  call: Call,
) => Promise<Result>
