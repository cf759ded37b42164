import type { Sql } from './database.ts'
import type { DeriveKey } from './secret.ts'

interface OwnSecret {
  readonly deriveKey: DeriveKey
  readonly isConfigured: boolean
}

/**
 * Fails when the processes of this database use another secret: what is stored could not be decrypted, and links would not
 * verify. It is enough to know the other one as the former secret.
 */
export async function checkSecret(sql: Sql, own: OwnSecret): Promise<void> {
  const [row] = await sql.query<{ fingerprint: Buffer; previous: Buffer | null }>(
    'select fingerprint, previous from service_secret',
    [],
  )
  if (!row) return
  const known = [own.deriveKey, own.deriveKey.previous].map((derive) => derive && print(derive))
  const isKnown = (stored: Buffer) => known.some((fingerprint) => fingerprint?.equals(stored))
  if (!isKnown(row.fingerprint)) throw new Error(own.isConfigured ? another : missing)
  if (row.previous && !isKnown(row.previous)) throw new Error(unfinished)
}

/** The same; the first process of a database records its secret. */
export async function claimSecret(sql: Sql, own: OwnSecret): Promise<void> {
  await sql.query('insert into service_secret (fingerprint) values ($1) on conflict do nothing', [
    print(own.deriveKey),
  ])
  await checkSecret(sql, own)
}

/**
 * From now on the current secret is the one of the database, and, until `endChange`, a process must know the former one as
 * well. Fails if no former secret is known, or if the database has a third one.
 */
export async function beginChange(sql: Sql, deriveKey: DeriveKey): Promise<void> {
  if (!deriveKey.previous) throw new Error(noPrevious)
  const [row] = await sql.query(
    `update service_secret set fingerprint = $1, previous = $2
     where fingerprint in ($1, $2) returning fingerprint`,
    [print(deriveKey), print(deriveKey.previous)],
  )
  if (!row) throw new Error(another)
}

/** Nothing is encrypted with the former secret any more. */
export async function endChange(sql: Sql): Promise<void> {
  await sql.query('update service_secret set previous = null', [])
}

const print = (deriveKey: DeriveKey) => deriveKey('fingerprint')

const another =
  'WEIR_SECRET is not the secret of this database: what is stored there was encrypted with another one. Set it to the value that the other processes have, or had before; to change it, set that value as WEIR_SECRET_PREVIOUS.'
const missing =
  'WEIR_SECRET is not set, and the secret in the data folder is not the one of this database. Set WEIR_SECRET to the value that the other processes have, or copy the file `secret` from the data folder of the first one.'
const unfinished =
  'The secret of this database is being changed, and a part is still encrypted with the former one. Set WEIR_SECRET_PREVIOUS to it until `weir secrets rotate` has ended.'
const noPrevious =
  'WEIR_SECRET_PREVIOUS is not set. Set it to the secret until now, and WEIR_SECRET to the new one. Without WEIR_SECRET until now, the former one is in the file `secret` of the data folder.'
