import type { Sql } from '#storage/database.ts'

/** A concurrency slot of a team (docs/credits.md). Disposing releases it. */
export interface Slot extends AsyncDisposable {
  /** Milliseconds spent waiting; zero without a wait. */
  readonly queuedMs: number
  /** Releases it with a transaction, which saves one of its own. Call `released` when that has been committed. */
  release(within: Sql): Promise<void>
  /** The transaction of `release` has been committed: disposing only lets the next request begin. */
  released(): void
}

/** Credits to reserve; `forMs` as of a slot. */
export interface Reserving {
  readonly operationId: string
  readonly amount: number
  readonly forMs: number
}

/**
 * Waits for a slot. Fails with `CONCURRENCY_QUEUE_TIMEOUT` after `waitMs`,
 * and with `CONCURRENCY_LIMIT_REACHED` if the queue of the team is full.
 */
export interface Slots {
  acquire(request: {
    readonly teamId: string
    readonly concurrencyMax: number
    readonly queuedMax: number
    readonly waitMs: number
    /** Milliseconds after which the slot is released, in case the process is killed. */
    readonly forMs: number
    readonly signal: AbortSignal
    /** Credits to reserve with the slot; fails with `INSUFFICIENT_CREDITS`. */
    readonly reserving?: Reserving | undefined
  }): Promise<Slot>
  /** Used slots and waiting requests, over all processes. */
  usage(teamId: string): Promise<{ active: number; waiting: number }>
}
