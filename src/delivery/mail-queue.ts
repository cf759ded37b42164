import type { Log } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail.ts'
import type { SendMail } from '#net/send-mail.ts'
import type { Retry, EndAttempt, Queue } from '#queue/queue.ts'
import type { Database } from '#storage/database.ts'
import type { Seal, SealedJson } from '#storage/seal.ts'

/** Name of the queue of e-mails. */
export const mailQueue = 'mails'

const minuteMs = 60_000

/** Sends e-mails. */
export function createMailQueue(deps: {
  readonly database: Database
  readonly seal: Seal
  readonly sendMail: SendMail
  readonly log: Log
}): Queue {
  const { database, seal, sendMail, log } = deps
  return {
    name: mailQueue,
    limits: { perProcess: 16, perTeam: 8, retriesPerLane: 4, isOrdered: false },
    retryMs: [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs],
    async run({ id, attempts, retryMs }) {
      const [row] = await database.query<{ mail: SealedJson<Mail> }>(
        `select mail from mails where id = $1 and state = 'waiting'`,
        [id],
      )
      if (!row) return async () => {}
      try {
        await sendMail(id, seal.open(row.mail))
        return endWith(id, 'sent')
      } catch (error) {
        const failure = error instanceof Error ? error.message : String(error)
        // Its text may name the address.
        const fault = error instanceof Error ? error.name : typeof error
        log.warn({ fault, mailId: id, attempts }, 'e-mail not sent')
        if (retryMs === undefined) return endWith(id, 'failed', { failure })
        const again = { afterMs: retryMs }
        return endWith(id, 'waiting', { failure, again })
      }
    },
    giveUp: ({ id }) => endWith(id, 'failed', { failure: 'given up after several attempts' }),
  }
}

const endWith =
  (
    id: string,
    state: 'sent' | 'waiting' | 'failed',
    { failure, again }: { readonly failure?: string; readonly again?: Retry } = {},
  ): EndAttempt =>
  async (sql) => {
    const values = [id, state, failure ?? null]
    await sql.query('update mails set state = $2, failure = $3 where id = $1', values)
    return again
  }
