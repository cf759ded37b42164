import { createHash } from 'node:crypto'
import type { Mail } from '#kernel/mail.ts'
import type { Sql } from '#storage/database.ts'

/** `confirmation` goes to people who have agreed to nothing yet. */
export type MailPurpose = 'confirmation' | 'notification'

/** E-mails of one team to be written together. */
export interface MailBatch {
  readonly teamId: string
  readonly purpose: MailPurpose
  readonly mails: readonly Mail[]
}

/** E-mails in 24 hours: to one address from all teams, and to all addresses from one team. */
const limits: Readonly<Record<MailPurpose, { readonly address: number; readonly team: number }>> = {
  confirmation: { address: 3, team: 100 },
  notification: { address: 200, team: 5_000 },
}

/** Stands for an address in the database. */
export const addressHash = (address: string): Buffer =>
  createHash('sha256').update(address.toLowerCase()).digest()

/** The e-mails of the batch that its team may still send and its recipients may still get; the others are left out. */
export async function withinLimits(
  sql: Sql,
  { teamId, purpose, mails }: MailBatch,
): Promise<readonly Mail[]> {
  const addresses = mails.map(({ to }) => addressHash(to))
  // What is counted must not change before it is used. Always in the same order, to prevent deadlocks.
  const locks = [teamId, ...addresses.map((address) => address.toString('hex')).toSorted()]
  for (const lock of new Set(locks)) {
    await sql.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`mails:${lock}`])
  }
  const [team] = await sql.query<{ count: number }>(
    `select count(*)::integer as count from mails
     where team_id = $1 and purpose = $2 and created_at > now() - interval '24 hours'`,
    [teamId, purpose],
  )
  const counts = await sql.query<{ address: Buffer; count: number }>(
    `select address, count(*)::integer as count from mails
     where address = any($1) and purpose = $2 and created_at > now() - interval '24 hours' group by address`,
    [addresses, purpose],
  )
  const sent = new Map(counts.map(({ address, count }) => [address.toString('hex'), count]))
  const most = limits[purpose]
  return mails
    .filter(({ to }) => (sent.get(addressHash(to).toString('hex')) ?? 0) < most.address)
    .slice(0, Math.max(0, most.team - (team?.count ?? 0)))
}
