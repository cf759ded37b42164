import type { Sql } from '#storage/database.ts'

interface Backlog {
  readonly queue: string
  readonly waiting: number
  readonly leased: number
  readonly oldestSeconds: number
}

const readBacklogs = `
  select queue, count(*) filter (where is_due) as waiting, count(*) filter (where lease_owner is not null) as leased,
    coalesce(extract(epoch from now() - min(added_at) filter (where is_due)), 0)::float8 as "oldestSeconds"
  from (select *, lease_owner is null and (ready_at is null or ready_at <= now()) as is_due from queue_items) i group by queue`

/** Backlogs of background work (deliveries, e-mails, checks, runs) in the whole database, by queue. */
export function queueGauges(database: Sql) {
  const gauge = (name: string, help: string, figure: 'waiting' | 'leased' | 'oldestSeconds') => ({
    name,
    help,
    label: 'queue',
    async read() {
      const rows = await database.query<Backlog>(readBacklogs, [])
      return Object.fromEntries(rows.map((row) => [row.queue, row[figure]]))
    },
  })
  return [
    gauge('weir_queue_items_waiting', 'Items of background work that are due.', 'waiting'),
    gauge('weir_queue_items_leased', 'Items of background work in work.', 'leased'),
    gauge('weir_queue_oldest_seconds', 'Age of the oldest item that is due.', 'oldestSeconds'),
  ]
}
