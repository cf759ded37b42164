import type { Sql } from './database.ts'

/** Longer than Prometheus waits between two readings. */
const leaseSeconds = 90

/** Whether this process reports the figures of the whole database: one process at a time does, until it is read no more. */
export function createGaugeLease({
  database,
  worker,
}: {
  readonly database: Sql
  /** Id of this node. */
  readonly worker: string
}): () => Promise<boolean> {
  return async function isReporter() {
    const rows = await database.query(
      `insert into gauge_lease as l (node_id, leased_until) values ($1, now() + make_interval(secs => $2))
       on conflict (is_only) do update set node_id = excluded.node_id, leased_until = excluded.leased_until
       where l.node_id = $1 or l.leased_until <= now() returning node_id`,
      [worker, leaseSeconds],
    )
    return rows.length > 0
  }
}
