import { randomBytes } from 'node:crypto'
import type { EndpointGroup } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Sql } from '#storage/database.ts'
import { hashOfKey } from './authenticate.ts'

interface NewKey {
  readonly teamId: string
  readonly name: string
  readonly allowedEndpoints: readonly EndpointGroup[]
  readonly allowedFormats: readonly string[]
  /** All when absent. */
  readonly allowedHosts?: readonly string[]
}

interface KeyRow {
  readonly id: string
  readonly name: string
  readonly last4: string
  readonly allowedEndpoints: readonly string[]
  readonly allowedFormats: readonly string[]
  readonly allowedHosts: readonly string[]
  readonly createdAt: Date
  readonly revokedAt: Date | null
  /** Within the last 7 days. */
  readonly usedAt: Date | null
}

/** Management of API keys for the operator. Unknown ids fail with `NOT_FOUND`. */
export interface Keys {
  /** The key is returned only here; it is stored as a hash. */
  create(key: NewKey): Promise<{ readonly id: string; readonly key: string }>
  list(teamId: string): Promise<KeyRow[]>
  /** Returns whose key it is. Can be repeated. */
  revoke(id: string): Promise<{ readonly teamId: string; readonly name: string }>
}

/** `fc-` and 128 random bits. */
export const newKey = () => `fc-${randomBytes(16).toString('hex')}`

export function createKeys({ database }: { readonly database: Sql }): Keys {
  async function requireTeam(teamId: string): Promise<void> {
    const rows = await database.query(
      'select 1 from teams where id::text = lower($1) and deleted_at is null',
      [teamId],
    )
    if (rows.length > 0) return
    throw new ServiceError('NOT_FOUND', 'No team has this id. See `weir teams list`.')
  }

  return {
    async create({ teamId, name, allowedEndpoints, allowedFormats, allowedHosts = [] }) {
      await requireTeam(teamId)
      const [id, key] = [newId(), newKey()]
      await database.query(
        `insert into api_keys (id, team_id, hash, last4, name, allowed_endpoints, allowed_formats, allowed_hosts)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          id,
          teamId,
          hashOfKey(key),
          key.slice(-4),
          name,
          allowedEndpoints,
          allowedFormats,
          allowedHosts,
        ],
      )
      return { id, key }
    },
    async list(teamId) {
      await requireTeam(teamId)
      return database.query<KeyRow>(
        `select id, name, last4, allowed_endpoints as "allowedEndpoints",
           allowed_formats as "allowedFormats", allowed_hosts as "allowedHosts", created_at as "createdAt", revoked_at as "revokedAt",
           (select max(a.created_at) from activity a where a.key_id = k.id and a.team_id = k.team_id) as "usedAt"
         from api_keys k where team_id = $1 order by created_at, id`,
        [teamId],
      )
    },
    async revoke(id) {
      const [key] = await database.query<{ teamId: string; name: string }>(
        `update api_keys set revoked_at = coalesce(revoked_at, now()) where id::text = lower($1)
         returning team_id as "teamId", name`,
        [id],
      )
      if (key) return key
      throw new ServiceError('NOT_FOUND', 'No key has this id. See `weir keys list`.')
    },
  }
}
