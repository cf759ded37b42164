import { z } from 'zod'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Sql } from '#storage/database.ts'
import { policyMembers } from './options.ts'
import { defaultPolicy, type ThreatAccess, type ThreatPolicy } from './policy.ts'

/** The threat protection of a team. */
export interface ThreatSettings {
  readonly access: ThreatAccess
  readonly policy: ThreatPolicy
  /** When the policy was written; null for the default one. */
  readonly updatedAt: Date | null
}

export interface ThreatSettingsStore {
  read(teamId: string): Promise<ThreatSettings>
  /** Replaces the policy. */
  write(teamId: string, policy: ThreatPolicy): Promise<ThreatSettings>
  /** For the operator. */
  setAccess(teamId: string, access: ThreatAccess): Promise<ThreatSettings>
}

interface Row {
  readonly access: ThreatAccess
  readonly policy: unknown
  readonly updatedAt: Date | null
}

/** How long another process may still use replaced settings. */
const keptMs = 10_000
const keptMax = 10_000
const columns = 'access, policy, updated_at as "updatedAt"'
const Policy = z.object(policyMembers)

/** Settings are kept in memory for a short time, because every page needs them. */
export function createThreatSettings({
  database,
  clock,
}: {
  readonly database: Sql
  readonly clock: Clock
}): ThreatSettingsStore {
  const kept = new Map<
    string,
    { readonly settings: Promise<ThreatSettings>; readonly until: number }
  >()

  async function query(teamId: string): Promise<ThreatSettings> {
    const [row] = await database.query<Row>(
      `select ${columns} from threat_settings where team_id = $1`,
      [teamId],
    )
    return toSettings(row)
  }

  return {
    read(teamId) {
      const known = kept.get(teamId)
      if (known && known.until > performance.now()) return known.settings
      const settings = query(teamId)
      if (kept.size >= keptMax) kept.clear()
      kept.set(teamId, { settings, until: performance.now() + keptMs })
      settings.catch(() => kept.delete(teamId))
      return settings
    },
    async write(teamId, policy) {
      const [row] = await database.query<Row>(
        `insert into threat_settings (team_id, policy, updated_at) values ($1, $2, $3)
         on conflict (team_id) do update set policy = excluded.policy, updated_at = excluded.updated_at
         returning ${columns}`,
        [teamId, policy, clock.now()],
      )
      kept.delete(teamId)
      return toSettings(row)
    },
    async setAccess(teamId, access) {
      const [row] = await database.query<Row>(
        `insert into threat_settings (team_id, access) values ($1, $2)
         on conflict (team_id) do update set access = excluded.access returning ${columns}`,
        [teamId, access],
      )
      kept.delete(teamId)
      return toSettings(row)
    },
  }
}

/** Checks a policy. Fails with `BAD_REQUEST`, naming the member. */
export function readThreatPolicy(value: object): ThreatPolicy {
  const { data, error } = Policy.safeParse(value)
  if (data) return data
  const [issue] = error.issues
  throw new ServiceError('BAD_REQUEST', `${issue?.path.join('.')}: ${issue?.message}`)
}

const toSettings = (row: Row | undefined): ThreatSettings => ({
  access: row?.access ?? 'allowed',
  policy: row?.policy ? Policy.parse(row.policy) : defaultPolicy,
  updatedAt: row?.updatedAt ?? null,
})
