import type { FetchActivity } from '#kernel/fetch-activity.ts'
import type { Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'
import { siemEvent, type SiemEvent } from './siem-event.ts'
import type { SiemDestination } from './destination.ts'
import type { SiemSettings } from './siem-settings.ts'

/** Events that are sent together. */
export interface SiemBatch {
  readonly teamId: string
  readonly destination: SiemDestination
  readonly events: readonly SiemEvent[]
}

/** Events of fetched URLs that wait for their destination. */
export interface SiemOutbox {
  /** Call it in the transaction that ends the fetches. Does nothing for teams without a destination. */
  record(sql: Sql, fetches: readonly FetchActivity[]): Promise<void>
  /** Like `record`, for fetches that belong to no transaction. */
  recordNow(fetches: readonly FetchActivity[]): Promise<void>
  /** Undefined when there is nothing to send any more. */
  read(batchId: string): Promise<SiemBatch | undefined>
  /** The destination has accepted the batch. */
  delivered(sql: Sql, batchId: string): Promise<void>
  failed(sql: Sql, batchId: string, failure: string): Promise<void>
  /** Removes the batch of a team that wants no events any more. */
  discard(sql: Sql, batchId: string): Promise<void>
  /** Gives the batch up and counts its events as dropped. */
  drop(sql: Sql, batchId: string, failure: string): Promise<void>
}

interface OutboxDeps {
  readonly database: Sql
  readonly seal: Seal
  readonly settings: Pick<SiemSettings, 'enabled'>
}

export function createSiemOutbox(deps: OutboxDeps): SiemOutbox {
  const { database, seal } = deps
  return {
    record: (sql, fetches) => write(sql, fetches, deps),
    recordNow: (fetches) => write(database, fetches, deps),
    async read(batchId) {
      const rows = await database.query<{
        teamId: string
        destination: SealedJson<SiemDestination>
        event: SealedJson<SiemEvent>
      }>(
        `select e.team_id as "teamId", s.destination, e.event from siem_events e
         join siem_settings s on s.team_id = e.team_id and s.is_enabled
         where e.batch_id = $1 order by e.position`,
        [batchId],
      )
      const [first] = rows
      if (!first) return undefined
      const events = await withKeyNames(
        database,
        rows.map(({ event }) => seal.open(event)),
      )
      return { teamId: first.teamId, destination: seal.open(first.destination), events }
    },
    async delivered(sql, batchId) {
      const { teamId, events } = await end(sql, batchId)
      await sql.query(
        `update siem_settings
         set batched = batched - $2, delivered = delivered + $2, delivered_at = now(), failure = null
         where team_id = $1`,
        [teamId, events],
      )
    },
    async discard(sql, batchId) {
      const { teamId, events } = await end(sql, batchId)
      await sql.query('update siem_settings set batched = batched - $2 where team_id = $1', [
        teamId,
        events,
      ])
    },
    async failed(sql, batchId, failure) {
      await sql.query(
        `update siem_settings s set failure = $2, failed_at = now()
         from siem_batches b where b.id = $1 and s.team_id = b.team_id`,
        [batchId, failure],
      )
    },
    async drop(sql, batchId, failure) {
      const { teamId, events } = await end(sql, batchId)
      await sql.query(
        `update siem_settings
         set batched = batched - $2, dropped = dropped + $2, failure = $3, failed_at = now()
         where team_id = $1`,
        [teamId, events, failure],
      )
    },
  }
}

async function write(
  sql: Sql,
  fetches: readonly FetchActivity[],
  { seal, settings }: OutboxDeps,
): Promise<void> {
  if (fetches.length === 0) return
  const enabled = await settings.enabled(sql, new Set(fetches.map(({ teamId }) => teamId)))
  const events = fetches.filter(({ teamId }) => enabled.has(teamId)).map(siemEvent)
  if (events.length === 0) return
  await sql.query(
    `insert into siem_events (id, team_id, event, created_at)
     select u.*, now() from unnest($1::uuid[], $2::uuid[], $3::text[]) u`,
    [
      events.map(({ event_id: id }) => id),
      events.map(({ team_id: teamId }) => teamId),
      events.map((event) => seal.seal(event)),
    ],
  )
}

/** Removes a batch; returns its team and the number of its events. */
async function end(sql: Sql, batchId: string): Promise<{ teamId: string; events: number }> {
  await sql.query('delete from siem_events where batch_id = $1', [batchId])
  const [batch] = await sql.query<{ teamId: string; events: number }>(
    'delete from siem_batches where id = $1 returning team_id as "teamId", events',
    [batchId],
  )
  return batch ?? { teamId: noTeam, events: 0 }
}

const noTeam = '00000000-0000-0000-0000-000000000000'

async function withKeyNames(sql: Sql, events: readonly SiemEvent[]): Promise<SiemEvent[]> {
  const ids = new Set(events.flatMap(({ api_key: { id } }) => (id === null ? [] : [id])))
  const rows = await sql.query<{ id: string; name: string }>(
    'select key_id as id, key_name as name from api_key_names() where key_id = any($1)',
    [[...ids]],
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return events.map((event) => {
    const { id } = event.api_key
    return { ...event, api_key: { id, name: (id !== null && names.get(id)) || null } }
  })
}
