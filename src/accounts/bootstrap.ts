import { newId } from '#kernel/ids.ts'
import type { Database, Sql } from '#storage/database.ts'
import { hashOfKey } from './authenticate.ts'
import { newKey } from './keys.ts'

const lockName = `select pg_advisory_xact_lock(hashtextextended('bootstrap', 0))`

/**
 * Creates the first team and its key, once, however many processes start. `apiKey` becomes the only valid fixed key.
 * Without it, returns the plain key if it was created now.
 */
export async function bootstrap(parts: {
  readonly database: Database
  readonly apiKey?: string | undefined
  /** Keeps a new key before it becomes valid, so that no death of the process can lose it. */
  readonly keepKey?: ((key: string) => void) | undefined
}): Promise<string | undefined> {
  const { database, apiKey, keepKey } = parts
  return database.transaction(async (sql) => {
    await sql.query(lockName, [])
    const teamId = await firstTeam(sql)
    if (apiKey !== undefined) return fixKey(sql, { teamId, apiKey })
    const keys = await sql.query('select 1 from api_keys where team_id = $1 limit 1', [teamId])
    if (keys.length > 0) return undefined
    const key = newKey()
    keepKey?.(key)
    await addKey(sql, { teamId, key, isFixed: false })
    return key
  })
}

async function firstTeam(sql: Sql): Promise<string> {
  const [team] = await sql.query<{ id: string }>('select id from teams where is_first', [])
  if (team) return team.id
  const id = newId()
  await sql.query(
    `insert into teams (id, name, plan, is_first) values ($1, 'first', 'self-hosted', true)`,
    [id],
  )
  return id
}

async function fixKey(
  sql: Sql,
  { teamId, apiKey }: { readonly teamId: string; readonly apiKey: string },
): Promise<undefined> {
  await sql.query(
    'update api_keys set revoked_at = now() where is_fixed and hash <> $1 and revoked_at is null',
    [hashOfKey(apiKey)],
  )
  await addKey(sql, { teamId, key: apiKey, isFixed: true })
}

async function addKey(
  sql: Sql,
  { teamId, key, isFixed }: { teamId: string; key: string; isFixed: boolean },
): Promise<void> {
  await sql.query(
    `insert into api_keys (id, team_id, hash, last4, name, is_fixed) values ($1, $2, $3, $4, 'first', $5)
     on conflict (hash) do update set revoked_at = null, is_fixed = excluded.is_fixed,
       team_id = excluded.team_id, allowed_endpoints = '{}', allowed_formats = '{}'`,
    [newId(), teamId, hashOfKey(key), key.slice(-4), isFixed],
  )
}
