import { currentTrace } from '#kernel/trace.ts'
import type { Sql } from '#storage/database.ts'
import type { NewItem } from './queue.ts'

/** Adds items to a queue, inside the transaction of what they belong to. An item that is there already stays as it is. */
export async function addItems(sql: Sql, queue: string, items: readonly NewItem[]): Promise<void> {
  if (items.length === 0) return
  await sql.query(
    `insert into queue_items (queue, id, team_id, lane, key_job_id, trace_id)
     select $1, u.*, $6 from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[]) u
     on conflict do nothing`,
    [
      queue,
      items.map(({ id }) => id),
      items.map(({ teamId }) => teamId),
      items.map(({ lane }) => lane),
      items.map(({ keyOf }) => keyOf ?? null),
      currentTrace()?.traceId ?? null,
    ],
  )
}
