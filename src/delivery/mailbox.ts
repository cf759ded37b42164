import type { Clock } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail.ts'
import type { SendMail } from '#net/send-mail.ts'
import type { Database, Sql } from '#storage/database.ts'
import type { Seal } from '#storage/seal.ts'
import { addressHash, withinLimits, type MailBatch } from './mail-limits.ts'

/** E-mails that are still to be sent. */
export interface Mailbox {
  /** Inside the transaction of the thing they tell. Returns those that are sent: limits may leave some out. */
  add(sql: Sql, batch: MailBatch): Promise<readonly Mail[]>
  /** Sends the e-mails that are due. Returns whether there were any. */
  tick(sendMail: SendMail): Promise<boolean>
  /** Forgets what is a week old. */
  sweep(): Promise<void>
}

const atOnce = 8
const holdMs = 60_000
const keptMs = 7 * 86_400_000
const minuteMs = 60_000
/** From each failure to the next attempt; then the e-mail has failed. */
const retryMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs]

interface HeldMail {
  readonly id: string
  readonly attempts: number
  readonly mail: string
}

interface MailboxDeps {
  readonly database: Database
  readonly clock: Clock
  readonly seal: Seal
  readonly log: Log
}

export function createMailbox(deps: MailboxDeps): Mailbox {
  const { database, clock, log } = deps
  return {
    add: (sql, batch) => write(sql, batch, deps),
    async tick(sendMail) {
      const due = await claim(deps)
      await Promise.all(
        due.map((mail) =>
          send(deps, mail, sendMail).catch((err: unknown) => {
            // Its hold ends, and it is tried again.
            log.warn({ err, mailId: mail.id }, 'e-mail interrupted')
          }),
        ),
      )
      return due.length > 0
    },
    async sweep() {
      await database.query('delete from mails where created_at <= $1', [
        new Date(clock.now().getTime() - keptMs),
      ])
    },
  }
}

async function write(
  sql: Sql,
  batch: MailBatch,
  { clock, seal }: MailboxDeps,
): Promise<readonly Mail[]> {
  if (batch.mails.length === 0) return []
  const mails = await withinLimits(sql, batch, clock.now())
  await sql.query(
    `insert into mails (id, team_id, purpose, address, mail, ready_at, created_at)
     select u.id, $1, $2, u.address, u.mail, $6, $6
     from unnest($3::uuid[], $4::bytea[], $5::text[]) as u (id, address, mail)`,
    [
      batch.teamId,
      batch.purpose,
      mails.map(() => newId()),
      mails.map(({ to }) => addressHash(to)),
      mails.map((mail) => seal.seal(mail)),
      clock.now(),
    ],
  )
  return mails
}

async function claim({ database, clock }: MailboxDeps): Promise<HeldMail[]> {
  const now = clock.now()
  return database.query<HeldMail>(
    `update mails set attempts = attempts + 1, held_until = $3 where id in (
       select id from mails where state = 'waiting' and ready_at <= $1
         and (held_until is null or held_until <= $1)
       order by ready_at limit $2 for update skip locked)
     returning id, attempts, mail`,
    [now, atOnce, new Date(now.getTime() + holdMs)],
  )
}

/** One that cannot be read, or ends the process, is tried as often as one that is not taken. */
async function send(
  { database, clock, seal, log }: MailboxDeps,
  { id, attempts, mail }: HeldMail,
  sendMail: SendMail,
): Promise<void> {
  try {
    if (attempts > retryMs.length + 1) throw new Error('given up after several attempts')
    await sendMail(id, seal.open(mail) as Mail)
    await database.query(`update mails set state = 'sent', held_until = null where id = $1`, [id])
  } catch (error) {
    const pauseMs = retryMs[attempts - 1]
    const failure = error instanceof Error ? error.message : String(error)
    // Its text may name the address.
    const fault = error instanceof Error ? error.name : typeof error
    log.warn({ fault, mailId: id, attempts }, 'e-mail not sent')
    await database.query(
      `update mails set state = $2, failure = $3, held_until = null,
         ready_at = coalesce($4::timestamptz, ready_at) where id = $1`,
      [
        id,
        pauseMs === undefined ? 'failed' : 'waiting',
        failure,
        pauseMs === undefined ? null : new Date(clock.now().getTime() + pauseMs),
      ],
    )
  }
}
