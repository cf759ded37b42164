import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { createMemory } from '#kernel/memory.ts'
import type { Sql } from '#storage/database.ts'
import { policyMembers } from './options.ts'
import { defaultPolicy, type ThreatAccess, type ThreatPolicy } from './policy.ts'

/** The threat protection of a team. */
export interface ThreatSettings {
  readonly access: ThreatAccess
  readonly policy: ThreatPolicy
  /** When the policy was written; null for the default one. */
  readonly updatedAt: Date | null
  /** Name of who wrote it. */
  readonly updatedBy: string | null
}

export interface PolicyChange {
  readonly policy: ThreatPolicy
  /** Name of who makes it. */
  readonly by: string | null
  /** `updatedAt` of the policy that it replaces; undefined replaces every policy. */
  readonly replaces?: Date | null | undefined
}

export interface ThreatSettingsStore {
  read(teamId: string): Promise<ThreatSettings>
  /** Replaces the policy. Fails with `CONFLICT` when another one is stored than the change names. */
  write(teamId: string, change: PolicyChange): Promise<ThreatSettings>
  /** For the operator. */
  setAccess(teamId: string, access: ThreatAccess): Promise<ThreatSettings>
}

type Row = Omit<ThreatSettings, 'policy'> & { readonly policy: unknown }

/** How long another process may still use replaced settings. */
const keptMs = 10_000
const keptMax = 10_000
const columns = 'access, policy, updated_at as "updatedAt", updated_by as "updatedBy"'
const Policy = z.object(policyMembers)
const changedMeanwhile =
  'The threat protection policy was changed after you had read it. Read it again, and repeat your change.'

/** Settings are kept in memory for a short time, because every page needs them. */
export function createThreatSettings({
  database,
}: {
  readonly database: Sql
}): ThreatSettingsStore {
  const kept = createMemory<Promise<ThreatSettings>>({ sizeMax: keptMax, lifeMs: keptMs })

  async function query(teamId: string): Promise<ThreatSettings> {
    const [row] = await database.query<Row>(
      `select ${columns} from threat_settings where team_id = $1`,
      [teamId],
    )
    return toSettings(row)
  }

  return {
    read(teamId) {
      return kept.getOrMake(teamId, () => {
        const settings = query(teamId)
        settings.catch(() => kept.delete(teamId))
        return settings
      })
    },
    async write(teamId, { policy, by, replaces }) {
      // Two changes of the same millisecond have different times.
      const [row] = await database.query<Row>(
        `insert into threat_settings as stored (team_id, policy, updated_at, updated_by)
         select $1::uuid, $2::jsonb, date_trunc('milliseconds', now()), $3::text where not $4::boolean or $5::timestamptz is null
           or exists (select from threat_settings where team_id = $1::uuid)
         on conflict (team_id) do update set policy = excluded.policy, updated_by = excluded.updated_by,
           updated_at = greatest(excluded.updated_at, stored.updated_at + interval '1 millisecond')
         where not $4::boolean or stored.updated_at is not distinct from $5
         returning ${columns}`,
        [teamId, policy, by, replaces !== undefined, replaces ?? null],
      )
      kept.delete(teamId)
      if (!row) throw new ServiceError('CONFLICT', changedMeanwhile)
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
  updatedBy: row?.updatedBy ?? null,
})
