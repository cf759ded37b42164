import { setTimeout } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'
import type { SendMail } from '#net/send-mail.ts'
import type { Mailbox } from './mailbox.ts'

const pauseMs = 500

/** Sends e-mails until it is disposed; those that are under way end first. */
export function startMailing(deps: {
  readonly mailbox: Pick<Mailbox, 'turn'>
  readonly sendMail: SendMail
  readonly log: Log
}): AsyncDisposable {
  const { mailbox, sendMail, log } = deps
  const stop = new AbortController()

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      const isBusy = await mailbox.turn(sendMail).catch((err: unknown) => {
        log.warn({ err }, 'e-mails interrupted')
        return false
      })
      if (!isBusy) await setTimeout(pauseMs, undefined, { signal: stop.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}
