import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { pack, unpack } from '#kernel/packing.ts'
import type { Sql } from '#storage/database.ts'
import type { Seal } from '#storage/seal.ts'

/** A claim that is not renewed within this time belongs to a crashed process and can be taken over. */
const claimSeconds = 15
const conflict = 'Idempotency key already used'

interface Row {
  readonly fingerprint: string
  readonly status: number | null
  /** Compressed, and encrypted because responses repeat values of the request, such as headers. */
  readonly body: string | null
}

/** Claims a key that is new, expired, or claimed by a crashed process, in one statement. */
const claimKey = `
  insert into idempotency_keys as k (team_id, key, fingerprint, request_id, leased_until)
  values ($1, $2, $3, $4, now() + make_interval(secs => $5))
  on conflict (team_id, key) do update set
    fingerprint = excluded.fingerprint, leased_until = excluded.leased_until,
    -- The new owner continues the work of the crashed process, under its id.
    request_id = case when k.created_at <= now() - interval '24 hours' then excluded.request_id else k.request_id end,
    status = null, body = null, created_at = now()
  where k.created_at <= now() - interval '24 hours'
    or (k.status is null and k.leased_until <= now() and k.fingerprint = excluded.fingerprint)
  returning request_id`

interface IdempotencyDeps {
  readonly database: Sql
  readonly seal: Seal
}

/** Stores the first response per team and key for 24 hours (docs/api/scrape.md). */
export function createIdempotency({ database, seal }: IdempotencyDeps) {
  function toClaim(teamId: string, key: string, claim: string) {
    return {
      id: claim,
      async renew() {
        await database.query(
          `update idempotency_keys set leased_until = now() + make_interval(secs => $4)
           where team_id = $1 and key = $2 and request_id = $3`,
          [teamId, key, claim, claimSeconds],
        )
      },
      async keep({ status, json }: { readonly status: number; readonly json: Buffer }) {
        const body = await seal.sealBytes(await pack(json))
        await database.query(
          'update idempotency_keys set status = $4, body = $5 where team_id = $1 and key = $2 and request_id = $3',
          [teamId, key, claim, status, body],
        )
      },
      async release() {
        await database.query(
          'delete from idempotency_keys where team_id = $1 and key = $2 and request_id = $3',
          [teamId, key, claim],
        )
      },
    }
  }

  return {
    /**
     * Returns the stored response of an equal request, or a claim to process it.
     * Fails with `CONFLICT` for another body, and with `Retry-After` while the first request is running.
     */
    async begin(request: { teamId: string; key: string; fingerprint: string }) {
      const { teamId, key, fingerprint } = request
      const claim = newId()
      const [won] = await database.query<{ request_id: string }>(claimKey, [
        teamId,
        key,
        fingerprint,
        claim,
        claimSeconds,
      ])
      if (won) return { claim: toClaim(teamId, key, won.request_id) }
      return { answer: await readAnswer(request, { database, seal }) }
    },
    async sweep(): Promise<void> {
      await database.query(
        `delete from idempotency_keys where created_at <= now() - interval '24 hours'`,
        [],
      )
    },
  }
}

const openingBrace = 0x7b

async function readAnswer(
  { teamId, key, fingerprint }: { teamId: string; key: string; fingerprint: string },
  { database, seal }: IdempotencyDeps,
): Promise<{ status: number; json: Buffer }> {
  const [row] = await database.query<Row>(
    'select fingerprint, status, body from idempotency_keys where team_id = $1 and key = $2',
    [teamId, key],
  )
  if (row && row.fingerprint !== fingerprint) throw new ServiceError('CONFLICT', conflict)
  if (row?.status && row.body) return { status: row.status, json: await open(row.body, seal) }
  throw new ServiceError('CONFLICT', conflict, { retryAfterSeconds: 1 })
}

async function open(body: string, seal: Seal): Promise<Buffer> {
  // Responses of versions that did not encrypt or compress them; they expire within a day of the upgrade.
  if (body.startsWith('{')) return Buffer.from(body)
  try {
    const bytes = await seal.openBytes(body)
    return bytes[0] === openingBrace ? bytes : await unpack(bytes)
  } catch (cause) {
    const message = `${conflict}; its response can no longer be decrypted, because the secret of the service was changed. Use another key.`
    throw new ServiceError('CONFLICT', message, { cause })
  }
}
