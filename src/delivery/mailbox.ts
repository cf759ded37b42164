import { newId } from '#kernel/ids.ts'
import type { Mail } from '#kernel/mail.ts'
import { addItems } from '#queue/add-items.ts'
import { beforeMs, type Database, type Sql } from '#storage/database.ts'
import type { Seal } from '#storage/seal.ts'
import { addressHash, withinLimits, type MailBatch } from './mail-limits.ts'
import { mailQueue } from './mail-queue.ts'

/** E-mails, and the items of their queue. */
export interface Mailbox {
  /** Call it in the transaction of what they report. Returns those that are sent: limits may leave some out. */
  add(sql: Sql, batch: MailBatch): Promise<readonly Mail[]>
  /** Deletes e-mails that are a week old. */
  sweep(): Promise<void>
}

const keptMs = 7 * 86_400_000

interface MailboxDeps {
  readonly database: Database
  readonly seal: Seal
}

export function createMailbox(deps: MailboxDeps): Mailbox {
  const { database } = deps
  return {
    add: (sql, batch) => write(sql, batch, deps),
    async sweep() {
      await database.query(
        `with expired as (delete from mails where created_at <= ${beforeMs('$1')} returning id)
         select remove_queue_items($2, array_agg(id)) from expired`,
        [keptMs, mailQueue],
      )
    },
  }
}

async function write(sql: Sql, batch: MailBatch, { seal }: MailboxDeps): Promise<readonly Mail[]> {
  if (batch.mails.length === 0) return []
  const mails = await withinLimits(sql, batch)
  const ids = mails.map(() => newId())
  await sql.query(
    `insert into mails (id, team_id, purpose, address, mail, created_at)
     select u.id, $1, $2, u.address, u.mail, now()
     from unnest($3::uuid[], $4::bytea[], $5::text[]) as u (id, address, mail)`,
    [
      batch.teamId,
      batch.purpose,
      ids,
      mails.map(({ to }) => addressHash(to)),
      mails.map((mail) => seal.seal(mail)),
    ],
  )
  const { teamId } = batch
  await addItems(
    sql,
    mailQueue,
    ids.map((id) => ({ id, teamId, lane: teamId, keyOf: undefined })),
  )
  return mails
}
