import { createHash, createHmac } from 'node:crypto'
import type { Mailbox } from '#delivery/mailbox.ts'
import type { Clock } from '#kernel/clock.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Database, Sql } from '#storage/database.ts'
import { confirmationMail } from './confirmation-mail.ts'
import type { KeptMonitor } from './monitor-store.ts'
import type { Subscription } from './replies.ts'

/** Someone who gets the e-mails of a monitor, and the way out of them. */
export interface Recipient {
  readonly email: string
  readonly unsubscribeUrl: string
}

/** What a link in an e-mail did. */
export interface Answered {
  readonly result: 'confirmed' | 'already_confirmed' | 'already_unsubscribed' | 'unsubscribed'
  readonly email: string
  readonly monitorName: string | null
}

/** Who gets e-mails of monitors: only those who have agreed, by a link that was sent to them. */
export interface Recipients {
  /** Writes down who is named in the settings and asks those who are new. */
  settle(monitor: KeptMonitor, sql: Sql): Promise<void>
  /** Those named in the settings, and what they have said. */
  list(monitor: KeptMonitor): Promise<Subscription[]>
  /** Those named in the settings who have agreed. */
  confirmed(monitor: KeptMonitor, sql: Sql): Promise<Recipient[]>
  /** Fails with `BAD_REQUEST` for a token that is none, with `NOT_FOUND` for one that was never sent. */
  confirm(token: string): Promise<Answered>
  unsubscribe(token: string): Promise<Answered>
}

export interface RecipientsDeps {
  readonly database: Database
  /** Absent where no e-mails can be sent: then nobody is asked. */
  readonly mailbox: Mailbox | undefined
  /** False where the operator answers for every address. */
  readonly needsConfirmation: boolean
  /** Whoever has it can make the links of e-mails. */
  readonly key: Uint8Array
  /** Where the links lead. */
  readonly publicUrl: string
  readonly clock: Clock
}

type Purpose = 'confirm' | 'unsubscribe'
type Status = Subscription['status']

export function createRecipients(deps: RecipientsDeps): Recipients {
  const { database, mailbox, needsConfirmation, key, publicUrl, clock } = deps

  const tokenOf = (...parts: readonly [Purpose, string, string]) =>
    createHmac('sha256', key).update(parts.join(':')).digest('base64url').slice(0, 40)
  const urlOf = (purpose: Purpose, monitorId: string, email: string) =>
    `${publicUrl}/monitor/email/${purpose}?token=${tokenOf(purpose, monitorId, email)}`

  /** Answers those who were not there before. */
  async function insert({ id }: KeptMonitor, emails: readonly string[], sql: Sql) {
    const hashes = (purpose: Purpose) => emails.map((email) => hashOf(tokenOf(purpose, id, email)))
    const rows = await sql.query<{ email: string }>(
      `insert into monitor_recipients (monitor_id, email, confirm_hash, unsubscribe_hash, status, created_at)
       select $1, u.*, $5, $6 from unnest($2::text[], $3::bytea[], $4::bytea[]) u
       on conflict (monitor_id, email) do nothing returning email`,
      [
        id,
        emails,
        hashes('confirm'),
        hashes('unsubscribe'),
        needsConfirmation ? 'pending' : 'confirmed',
        clock.now(),
      ],
    )
    return rows.map(({ email }) => email)
  }

  return {
    async settle(monitor, sql) {
      const added = await insert(monitor, emailsOf(monitor), sql)
      if (!mailbox || !needsConfirmation) return
      const mails = added.map((email) =>
        confirmationMail(monitor, email, {
          confirm: urlOf('confirm', monitor.id, email),
          unsubscribe: urlOf('unsubscribe', monitor.id, email),
        }),
      )
      await mailbox.add(sql, monitor.teamId, mails)
    },
    async list(monitor) {
      const statuses = await statusesOf(monitor, database)
      return emailsOf(monitor).map((email) => ({
        email,
        status: statuses.get(email) ?? 'pending',
        source: 'opt_in' as const,
      }))
    },
    async confirmed(monitor, sql) {
      const statuses = await statusesOf(monitor, sql)
      return emailsOf(monitor)
        .filter((email) => statuses.get(email) === 'confirmed')
        .map((email) => ({ email, unsubscribeUrl: urlOf('unsubscribe', monitor.id, email) }))
    },
    confirm: (token) => answer(database, token, 'confirm'),
    unsubscribe: (token) => answer(database, token, 'unsubscribe'),
  }
}

async function statusesOf(monitor: KeptMonitor, sql: Sql): Promise<Map<string, Status>> {
  const rows = await sql.query<{ email: string; status: Status }>(
    'select email, status from monitor_recipients where monitor_id = $1',
    [monitor.id],
  )
  return new Map(rows.map(({ email, status }) => [email, status]))
}

/** The same mailbox, however it is spelled. */
const emailsOf = ({ notification: { email } }: KeptMonitor): string[] =>
  email?.enabled ? [...new Set(email.recipients.map((address) => address.toLowerCase()))] : []

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Who has once said no must be asked anew to say yes: the old link does not do it. */
async function answer(database: Sql, token: string, purpose: Purpose): Promise<Answered> {
  const [row] = await database.query<{ email: string; before: Status; name: string | null }>(
    `with known as (select * from monitor_recipients where ${purpose}_hash = $1),
     changed as (
       update monitor_recipients r set status = $2 from known k
       where r.monitor_id = k.monitor_id and r.email = k.email
         and ($2 = 'unsubscribed' or k.status = 'pending'))
     select k.email, k.status as before, m.name from known k
     left join monitors m on m.id = k.monitor_id and m.deleted_at is null`,
    [hashOf(token), purpose === 'confirm' ? 'confirmed' : 'unsubscribed'],
  )
  if (!row) throw new ServiceError('NOT_FOUND', 'not_found')
  const { email, before, name: monitorName } = row
  return { result: resultOf(purpose, before), email, monitorName }
}

function resultOf(purpose: Purpose, before: Status): Answered['result'] {
  if (before === 'unsubscribed') return 'already_unsubscribed'
  if (purpose === 'unsubscribe') return 'unsubscribed'
  return before === 'confirmed' ? 'already_confirmed' : 'confirmed'
}
