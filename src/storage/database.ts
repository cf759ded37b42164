/** A value PostgreSQL takes as a parameter. */
export type SqlValue = string | number | boolean | Date | Uint8Array | object | null

/** Runs SQL. Rows come back with the column names as keys; the caller states their type. */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/**
 * For the select list or the returning of a statement by itself: its commit does not wait for the disk. Everybody sees it at
 * once, and only a crash of the machine loses it. For what may be lost: counters of a minute, places that free themselves,
 * copies.
 */
export const withoutWait = `set_config('synchronous_commit', 'off', true)`

/** The one database. Fails with `SERVICE_UNAVAILABLE` while PostgreSQL cannot be reached. */
export interface Database extends Sql, AsyncDisposable {
  /** Commits when `work` returns, rolls back when it throws. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** True when a query can be answered now; for readiness. */
  isReachable(): Promise<boolean>
}
