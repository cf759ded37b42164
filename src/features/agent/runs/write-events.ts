import { newId } from '#kernel/ids.ts'
import type { EventDraft, TraceEvent } from '#features/agent/trace.ts'
import type { Sql } from '#storage/database.ts'

/** What every event of a run needs. */
export interface EventTime {
  readonly runId: string
  readonly now: Date
}

/**
 * Appends events to the trace of a run, whose row is locked. Those that have been written already are left out; the numbers
 * of each producer have no gaps.
 */
export async function writeEvents(
  sql: Sql,
  { runId, now }: EventTime,
  drafts: readonly EventDraft[],
): Promise<void> {
  if (drafts.length === 0) return
  const rows = await sql.query<{ key: string }>(
    'select key from agent_events where run_id = $1 and key = any($2::text[])',
    [runId, drafts.map(({ key }) => key)],
  )
  const written = new Set(rows.map(({ key }) => key))
  const fresh = drafts.filter(({ key }) => !written.has(key))
  const last = await sql.query<{ agent: string; sequence: number }>(
    'select agent, max(sequence) as sequence from agent_events where run_id = $1 and agent = any($2::text[]) group by agent',
    [runId, fresh.map(({ producer }) => producer.id)],
  )
  const sequences = new Map(last.map(({ agent, sequence }) => [agent, sequence]))
  const events = fresh.map(({ key, producer, body }) => {
    const sequence = (sequences.get(producer.id) ?? 0) + 1
    sequences.set(producer.id, sequence)
    const event: TraceEvent = {
      schemaVersion: 1,
      eventId: newId(),
      runId,
      occurredAt: now.toISOString(),
      producerSequence: sequence,
      agent: producer,
      ...body,
    }
    return { key, agent: producer.id, sequence, event: JSON.stringify(event) }
  })
  await sql.query(
    `insert into agent_events (run_id, key, agent, sequence, event, occurred_at)
     select $1, u.*, $6 from unnest($2::text[], $3::text[], $4::integer[], $5::text[]) u`,
    [
      runId,
      events.map(({ key }) => key),
      events.map(({ agent }) => agent),
      events.map(({ sequence }) => sequence),
      events.map(({ event }) => event),
      now,
    ],
  )
}
