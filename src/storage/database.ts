/** A value that PostgreSQL accepts as a parameter. */
export type SqlValue = string | number | boolean | Date | Uint8Array | object | null

/** Runs SQL. Rows have the column names as keys; the caller states their type. */
export interface Sql {
  query<Row extends object>(text: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/**
 * For the select list or `returning` of a single statement: its commit does not wait for the disk. The change is visible at once;
 * only a power loss loses it. For data that may be lost: counters of a minute, expiring slots, cached copies.
 */
export const asyncCommit = `set_config('synchronous_commit', 'off', true)`

/**
 * The time of the database in that many milliseconds. Leases, expiry and schedules use it and `now()`, never the clock of a
 * process. Tests move `now()`.
 */
export const afterMs = (parameter: `$${number}`) =>
  `now() + ${parameter}::float8 * interval '1 millisecond'` as const

/** The time of the database that many milliseconds ago. */
export const beforeMs = (parameter: `$${number}`) =>
  `now() - ${parameter}::float8 * interval '1 millisecond'` as const

/** The database. Fails with `SERVICE_UNAVAILABLE` while PostgreSQL is unreachable. */
export interface Database extends Sql, AsyncDisposable {
  /** Commits when `work` returns; rolls back when it throws. */
  transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /**
   * A transaction that returns nothing. When `work` reads nothing that its statements return, they are sent together with the
   * commit, in one round trip; otherwise it is called again, with a transaction.
   */
  write(work: (sql: Sql) => Promise<unknown>): Promise<void>
  /** Whether a query succeeds now; for readiness checks. */
  isReachable(): Promise<boolean>
  /** Connections of this process, and statements that wait for one. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number }
}
