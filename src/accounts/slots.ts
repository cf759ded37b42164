/** A place among the team's concurrent requests (docs/credits.md). Disposing gives it back. */
export interface Slot extends AsyncDisposable {
  /** Zero when there was no wait. */
  readonly queuedMs: number
}

/**
 * Waits for a place. Fails with `CONCURRENCY_QUEUE_TIMEOUT` after `waitMs`,
 * with `CONCURRENCY_LIMIT_REACHED` when the team's queue is full.
 */
export interface Slots {
  acquire(request: {
    readonly teamId: string
    readonly concurrencyMax: number
    readonly queuedMax: number
    readonly waitMs: number
    /** The slot frees itself then, so a killed process cannot hold it. */
    readonly heldUntil: Date
    readonly signal: AbortSignal
  }): Promise<Slot>
  /** Places taken and waiting now, over all processes. */
  usage(teamId: string): Promise<{ active: number; waiting: number }>
}
