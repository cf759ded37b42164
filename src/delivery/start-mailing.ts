import type { Log } from '#kernel/log.ts'
import type { SendMail } from '#net/send-mail.ts'
import { every, startPolling } from '#queue/poll.ts'
import type { Mailbox } from './mailbox.ts'

const idleMs = 500

/** Sends due e-mails until disposed; disposal waits for the attempts that have begun. */
export function startMailing(deps: {
  readonly mailbox: Pick<Mailbox, 'tick'>
  readonly sendMail: SendMail
  readonly log: Log
}): AsyncDisposable {
  const { mailbox, sendMail, log } = deps
  return startPolling({
    ticks: [() => mailbox.tick(sendMail)],
    pause: every(idleMs),
    log,
    failure: 'e-mails interrupted',
  })
}
