import { createHash } from 'node:crypto'
import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { createMemory } from '#kernel/memory.ts'
import type { Sql } from '#storage/database.ts'
import { createFailedKeys } from './failed-keys.ts'

/**
 * Returns the account of an Authorization header. Fails with `UNAUTHORIZED`, for a banned team with `FORBIDDEN`, and for an
 * address that has sent many unknown keys with `RATE_LIMIT_EXCEEDED`; known keys are not affected.
 */
export type Authenticate = (authorization: string | undefined, address: string) => Promise<Account>

/** Also how long a revoked key is still accepted. */
const cacheMs = 1_000
const cachedMax = 10_000

type Row = Account & { readonly bannedReason: string | null }

const byHash = `
  select k.team_id as "teamId", json_build_object('kind', 'key', 'id', k.id) as principal, t.zero_data_retention as "zeroDataRetention",
    t.safe_mode as "safeMode", t.allowed_addresses as "allowedAddresses", k.allowed_endpoints as "allowedEndpoints", k.allowed_formats as "allowedFormats", k.allowed_hosts as "allowedHosts",
    t.banned_reason as "bannedReason",
    json_build_object('name', p.name, 'requestsPerMinute', p.requests_per_minute,
      'concurrencyMax', p.concurrency_max, 'queuedJobsMax', p.queued_jobs_max,
      'creditsPerPeriod', p.credits_per_period) as plan
  from api_keys k join teams t on t.id = k.team_id join plans p on p.name = t.plan
  where k.hash = $1 and k.revoked_at is null`

/** Looks keys up by their hash. */
export function createAuthenticate({ database }: { readonly database: Sql }): Authenticate {
  /** Keys that were valid a moment ago. */
  const cache = createMemory<{ readonly row: Row; readonly untilMs: number }>({
    sizeMax: cachedMax,
  })
  const failedKeys = createFailedKeys({ database })
  return async (authorization, address) => {
    const key = /^Bearer +(\S{16,256})$/i.exec(authorization ?? '')?.[1]
    if (key === undefined) throw new ServiceError('UNAUTHORIZED')
    const hash = hashOfKey(key)
    const name = hash.toString('base64')
    const nowMs = performance.now()
    const cached = cache.get(name)
    if (cached && cached.untilMs > nowMs) return admitted(cached.row)
    if (!cached) failedKeys.refuse(name, address)
    const [row] = await database.query<Row>(byHash, [hash])
    if (!row) {
      cache.delete(name)
      await failedKeys.add(name, address)
      throw new ServiceError('UNAUTHORIZED')
    }
    cache.set(name, { row, untilMs: nowMs + cacheMs })
    return admitted(row)
  }
}

/** Returns the stored hash of a key; the same with and without the prefix `fc-`. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key.replace(/^fc-/, '')).digest()
}

function admitted({ bannedReason, ...account }: Row): Account {
  if (bannedReason === null) return account
  throw new ServiceError('FORBIDDEN', `Unauthorized: this team is banned. ${bannedReason}`)
}
