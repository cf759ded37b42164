import type { Sql } from '#storage/database.ts'

/** Background work of one kind, as data for the loop that does it. */
export interface Queue {
  readonly name: string
  readonly limits: QueueLimits
  /** Milliseconds from each failed attempt to the next. The attempt after the last of them is the last one. */
  readonly retryMs: readonly number[]
  /**
   * Does the work, outside any transaction. What it returns is run in the transaction that ends the attempt, and only
   * while the lease lasts. When one of them throws, the attempt has failed.
   */
  run(item: LeasedItem): Promise<EndAttempt>
  /** Ends an item for which there are no attempts left, or during whose attempts the process died each time. */
  giveUp(item: LeasedItem): EndAttempt
  /** What follows once the transaction that ended an attempt is committed. */
  committed?(item: Pick<LeasedItem, 'id' | 'teamId'>): Promise<void>
}

export interface QueueLimits {
  /** Items of this process in work at once. */
  readonly perProcess: number
  /** Of these, kept for teams that have few (decision 19). For items that take long; the others end soon. */
  readonly reserve?: number
  /** Items of one team in work at once, in all processes. */
  readonly perTeam: number
  /** Retries of one lane in work at once. */
  readonly retriesPerLane: number
  /** Whether the first attempts of a lane are made one after the other, in the order in which the items were added. */
  readonly isOrdered: boolean
}

/** An item to be added; the module that adds it stores what it is about under the same id. */
export interface NewItem {
  readonly id: string
  readonly teamId: string
  /** Items that concern the same thing have the same lane. */
  readonly lane: string
  /** Under zero data retention: the job whose key a process needs to do the work. */
  readonly keyOf: string | undefined
}

/** An item this process works on. */
export interface LeasedItem {
  readonly id: string
  readonly teamId: string
  /** Counts this one, and those during which a process died. */
  readonly attempts: number
  /** Milliseconds until the next attempt, should this one fail; undefined when it is the last. */
  readonly retryMs: number | undefined
  /** Aborts when the lease is lost or the process stops. */
  readonly signal: AbortSignal
}

/** Ends an attempt inside its transaction. The item is done, unless it returns when to work on it again. */
export type EndAttempt = (sql: Sql) => Promise<Retry | void>

export interface Retry {
  /** Milliseconds until then. */
  readonly afterMs: number
  /** The attempt does not count. */
  readonly isUncounted?: boolean
}
