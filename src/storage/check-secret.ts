import type { Sql } from './database.ts'
import type { DeriveKey } from './secret.ts'

interface OwnSecret {
  readonly deriveKey: DeriveKey
  readonly isConfigured: boolean
}

/**
 * Fails when the processes of this database use another secret: what is stored could not be decrypted, and links would not
 * verify.
 */
export async function checkSecret(sql: Sql, own: OwnSecret): Promise<void> {
  const [row] = await sql.query<{ fingerprint: Buffer }>(
    'select fingerprint from service_secret',
    [],
  )
  if (!row || makeFingerprint(own).equals(row.fingerprint)) return
  throw new Error(own.isConfigured ? another : missing)
}

/** The same; the first process of a database records its secret. */
export async function claimSecret(sql: Sql, own: OwnSecret): Promise<void> {
  await sql.query('insert into service_secret (fingerprint) values ($1) on conflict do nothing', [
    makeFingerprint(own),
  ])
  await checkSecret(sql, own)
}

const makeFingerprint = ({ deriveKey }: OwnSecret) => deriveKey('fingerprint')

const another =
  'WEIR_SECRET is not the secret of this database: what is stored there was encrypted with another one. Set it to the value that the other processes have, or had before.'
const missing =
  'WEIR_SECRET is not set, and the secret in the data folder is not the one of this database. Set WEIR_SECRET to the value that the other processes have, or copy the file `secret` from the data folder of the first one.'
