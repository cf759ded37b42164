import { createHash } from 'node:crypto'
import { addressHash } from '#delivery/mail-limits.ts'
import type { Mailbox } from '#delivery/mailbox.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Database, Sql } from '#storage/database.ts'
import { confirmationMail } from './confirmation-mail.ts'
import type { StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'
import type { Subscription } from '#features/monitor/replies.ts'
import type { Signer } from '#storage/signer.ts'

/** A recipient of a monitor, and the unsubscribe link. */
export interface Recipient {
  readonly email: string
  readonly unsubscribeUrl: string
}

/** Result of a link in an e-mail. */
export interface LinkResult {
  readonly result: 'confirmed' | 'already_confirmed' | 'already_unsubscribed' | 'unsubscribed'
  readonly email: string
  readonly monitorName: string | null
}

/** Recipients of monitor e-mails. Only those who have confirmed get e-mails. */
export interface Recipients {
  /** Stores the recipients of the settings and asks new ones for confirmation, within the limits for e-mails. */
  sync(monitor: StoredMonitor, sql: Sql): Promise<void>
  /** The recipients of the settings with their status. */
  list(monitor: StoredMonitor): Promise<Subscription[]>
  /** The confirmed recipients of the settings. */
  confirmed(monitor: StoredMonitor, sql: Sql): Promise<Recipient[]>
  /** Fails with `BAD_REQUEST` for a malformed token and with `NOT_FOUND` for an unknown one. */
  confirm(token: string): Promise<LinkResult>
  unsubscribe(token: string): Promise<LinkResult>
}

export interface RecipientsDeps {
  readonly database: Database
  /** Absent if no mail server is configured; then no confirmation is requested. */
  readonly mailbox: Mailbox | undefined
  /** False if the operator does not require confirmation. */
  readonly needsConfirmation: boolean
  /** Signs the links in e-mails. */
  readonly links: Signer
  /** Origin of the links. */
  readonly publicUrl: string
}

type Purpose = 'confirm' | 'unsubscribe'
type Status = Subscription['status']
type HashToken = (purpose: Purpose, email: string) => Buffer

export function createRecipients(deps: RecipientsDeps): Recipients {
  const { database, mailbox, needsConfirmation, links, publicUrl } = deps

  const makeToken = (...parts: readonly [Purpose, string, string]) =>
    links.sign(parts.join(':')).toString('base64url').slice(0, 40)
  const makeUrl = (purpose: Purpose, monitorId: string, email: string) =>
    `${publicUrl}/monitor/email/${purpose}?token=${makeToken(purpose, monitorId, email)}`

  return {
    async sync(monitor, sql) {
      const emails = listEmails(monitor)
      if (emails.length === 0) return
      const hashToken: HashToken = (purpose, email) =>
        hashText(makeToken(purpose, monitor.id, email))
      const status = needsConfirmation ? 'pending' : 'confirmed'
      await insert(sql, { monitorId: monitor.id, emails, hashToken, status })
      if (!mailbox || !needsConfirmation) return
      const mails = (await unasked(monitor, emails, sql)).map((email) =>
        confirmationMail(monitor, email, {
          confirm: makeUrl('confirm', monitor.id, email),
          unsubscribe: makeUrl('unsubscribe', monitor.id, email),
        }),
      )
      const batch = { teamId: monitor.teamId, purpose: 'confirmation', mails } as const
      const asked = await mailbox.add(sql, batch)
      await sql.query(
        'update monitor_recipients set asked_at = now() where monitor_id = $1 and email = any($2)',
        [monitor.id, asked.map(({ to }) => to)],
      )
    },
    async list(monitor) {
      const statuses = await loadStatuses(monitor, database)
      return listEmails(monitor).map((email) => ({
        email,
        status: statuses.get(email) ?? 'pending',
        source: 'opt_in' as const,
      }))
    },
    async confirmed(monitor, sql) {
      const statuses = await loadStatuses(monitor, sql)
      const emails = listEmails(monitor).filter((email) => statuses.get(email) === 'confirmed')
      const hashes = emails.map((email) => hashText(makeToken('unsubscribe', monitor.id, email)))
      await renewLinks(sql, { monitorId: monitor.id, emails, hashes })
      return emails.map((email) => ({
        email,
        unsubscribeUrl: makeUrl('unsubscribe', monitor.id, email),
      }))
    },
    confirm: (token) => answer(database, token, 'confirm'),
    unsubscribe: (token) => answer(database, token, 'unsubscribe'),
  }
}

/** Stores new recipients. Addresses that refuse all confirmations are stored as unsubscribed. */
async function insert(
  sql: Sql,
  added: {
    readonly monitorId: string
    readonly emails: readonly string[]
    readonly hashToken: HashToken
    readonly status: Status
  },
): Promise<void> {
  const { emails, hashToken } = added
  await sql.query(
    `insert into monitor_recipients (monitor_id, email, confirm_hash, unsubscribe_hash, status, created_at)
     select $1, u.email, u.confirm, u.unsubscribe,
       case when exists (select from mail_suppressions s where s.address = u.address)
         then 'unsubscribed' else $6 end, now()
     from unnest($2::text[], $3::bytea[], $4::bytea[], $5::bytea[])
       as u (email, confirm, unsubscribe, address)
     on conflict (monitor_id, email) do nothing`,
    [
      added.monitorId,
      emails,
      emails.map((email) => hashToken('confirm', email)),
      emails.map((email) => hashToken('unsubscribe', email)),
      emails.map(addressHash),
      added.status,
    ],
  )
}

/** After a change of the secret, the links of new e-mails are others; those of e-mails sent before stay valid. */
async function renewLinks(
  sql: Sql,
  {
    monitorId,
    emails,
    hashes,
  }: {
    readonly monitorId: string
    readonly emails: readonly string[]
    readonly hashes: readonly Buffer[]
  },
): Promise<void> {
  await sql.query(
    `update monitor_recipients r
     set unsubscribe_hash = u.hash, former_unsubscribe_hash = r.unsubscribe_hash
     from unnest($2::text[], $3::bytea[]) as u (email, hash)
     where r.monitor_id = $1 and r.email = u.email and r.unsubscribe_hash <> u.hash`,
    [monitorId, emails, hashes],
  )
}

/** Recipients that were not asked yet and may be. */
async function unasked({ id }: StoredMonitor, emails: readonly string[], sql: Sql) {
  const rows = await sql.query<{ email: string }>(
    `select r.email from unnest($2::text[], $3::bytea[]) as u (email, address)
     join monitor_recipients r on r.monitor_id = $1 and r.email = u.email
     where r.status = 'pending' and r.asked_at is null
       and not exists (select from mail_suppressions s where s.address = u.address)`,
    [id, emails, emails.map(addressHash)],
  )
  return rows.map(({ email }) => email)
}

async function loadStatuses(monitor: StoredMonitor, sql: Sql): Promise<Map<string, Status>> {
  const rows = await sql.query<{ email: string; status: Status }>(
    'select email, status from monitor_recipients where monitor_id = $1',
    [monitor.id],
  )
  return new Map(rows.map(({ email, status }) => [email, status]))
}

/** Normalised addresses of the recipients. */
const listEmails = ({ notification: { email } }: StoredMonitor): string[] =>
  email?.enabled ? [...new Set(email.recipients.map((address) => address.toLowerCase()))] : []

const hashText = (token: string) => createHash('sha256').update(token).digest()

/**
 * Applies a link. After an unsubscription the old link cannot confirm. Unsubscribing from a confirmation e-mail refuses
 * confirmations of all monitors of all teams, until the address confirms one that had asked before.
 */
async function answer(database: Sql, token: string, purpose: Purpose): Promise<LinkResult> {
  const [row] = await database.query<{ email: string; before: Status; name: string | null }>(
    `with known as (
       select * from monitor_recipients where ${purpose}_hash = $1
       ${purpose === 'unsubscribe' ? 'or former_unsubscribe_hash = $1' : ''}),
     changed as (
       update monitor_recipients r set status = $2 from known k
       where r.monitor_id = k.monitor_id and r.email = k.email
         and ($2 = 'unsubscribed' or k.status = 'pending')),
     suppressed as (
       insert into mail_suppressions (address, created_at)
       select sha256(convert_to(email, 'UTF8')), now() from known
       where $2 = 'unsubscribed' and status = 'pending' on conflict do nothing),
     asked_for as (
       delete from mail_suppressions s using known k
       where $2 = 'confirmed' and k.status = 'pending' and s.address = sha256(convert_to(k.email, 'UTF8')))
     select k.email, k.status as before, m.name from known k
     left join monitors m on m.id = k.monitor_id and m.deleted_at is null`,
    [hashText(token), purpose === 'confirm' ? 'confirmed' : 'unsubscribed'],
  )
  if (!row) throw new ServiceError('NOT_FOUND', 'not_found', { facts: { code: undefined } })
  const { email, before, name: monitorName } = row
  return { result: nameResult(purpose, before), email, monitorName }
}

function nameResult(purpose: Purpose, before: Status): LinkResult['result'] {
  if (before === 'unsubscribed') return 'already_unsubscribed'
  if (purpose === 'unsubscribe') return 'unsubscribed'
  return before === 'confirmed' ? 'already_confirmed' : 'confirmed'
}
