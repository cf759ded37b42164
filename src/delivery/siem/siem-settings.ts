import { createMemory } from '#kernel/memory.ts'
import type { Sql } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'
import type { SiemDestination } from './destination.ts'

/** Settings of a team, and what became of its events. */
export interface SiemState {
  readonly enabled: boolean
  readonly destination: SiemDestination
  readonly updatedAt: Date
  /** Events that have not been sent; of those that are not in a batch yet, at most 10,000 are counted. */
  readonly waiting: number
  readonly delivered: number
  readonly dropped: number
  readonly deliveredAt: Date | null
  readonly failedAt: Date | null
  /** Of the last failed attempt. */
  readonly failure: string | null
}

export interface SiemSettings {
  /** Undefined for a team that has configured nothing. */
  read(teamId: string): Promise<SiemState | undefined>
  write(
    teamId: string,
    settings: { readonly enabled: boolean; readonly destination: SiemDestination },
  ): Promise<void>
  /** Removes the settings and what has not been sent. */
  remove(teamId: string): Promise<void>
  /** Of these teams, those whose fetches are recorded. A change applies within five seconds. */
  enabled(sql: Sql, teamIds: ReadonlySet<string>): Promise<ReadonlySet<string>>
}

type WrittenState = Omit<SiemState, 'destination'> & {
  readonly destination: SealedJson<SiemDestination>
}

interface SettingsDeps {
  readonly database: Sql
  readonly seal: Seal
}

/** Batches are formed every second, so that few events are in none. */
const unbatchedCountMax = 10_000
const cachedMs = 5_000
const cachedMax = 10_000

export function createSiemSettings({ database, seal }: SettingsDeps): SiemSettings {
  const cache = createMemory<boolean>({ sizeMax: cachedMax, lifeMs: cachedMs })

  return {
    async read(teamId) {
      const [row] = await database.query<WrittenState>(
        `select is_enabled as enabled, destination, updated_at as "updatedAt",
           (batched + (select count(*) from (
             select from siem_events where team_id = $1 and batch_id is null limit $2) e))::integer as waiting,
           delivered::float8 as delivered, dropped::float8 as dropped,
           delivered_at as "deliveredAt", failed_at as "failedAt", failure
         from siem_settings where team_id = $1`,
        [teamId, unbatchedCountMax],
      )
      return row && { ...row, destination: seal.open(row.destination) }
    },
    async remove(teamId) {
      await database.query('delete from siem_settings where team_id = $1', [teamId])
      await database.query('delete from siem_events where team_id = $1', [teamId])
      cache.set(teamId, false)
    },
    async write(teamId, { enabled, destination }) {
      await database.query(
        `insert into siem_settings (team_id, is_enabled, destination, updated_at)
         values ($1, $2, $3, now())
         on conflict (team_id) do update
         set is_enabled = $2, destination = $3, updated_at = now(), failure = null, failed_at = null`,
        [teamId, enabled, seal.seal(destination)],
      )
      cache.set(teamId, enabled)
    },
    async enabled(sql, teamIds) {
      const known = new Map([...teamIds].map((id) => [id, cache.get(id)]))
      const unknown = [...teamIds].filter((id) => known.get(id) === undefined)
      if (unknown.length > 0) {
        const rows = await sql.query<{ id: string }>(
          'select team_id as id from siem_settings where is_enabled and team_id = any($1)',
          [unknown],
        )
        const found = new Set(rows.map(({ id }) => id))
        for (const id of unknown) {
          cache.set(id, found.has(id))
          known.set(id, found.has(id))
        }
      }
      return new Set([...teamIds].filter((id) => known.get(id)))
    },
  }
}
