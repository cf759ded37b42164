import type { Channels } from '#delivery/channels/channels.ts'
import type { Mailbox } from '#delivery/mailbox.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Notification } from '#features/monitor/contract.ts'

/** Fails with `BAD_REQUEST` for e-mails that cannot be sent, and for channels that the team does not have. */
export async function refuseReceivers(
  { email, channels: wanted }: Notification,
  { account }: Call,
  deps: { readonly mailbox: Mailbox | undefined; readonly channels: Pick<Channels, 'list'> },
): Promise<void> {
  if (email?.enabled && email.recipients.length > 0 && !deps.mailbox) {
    throw refusal(
      ['notification', 'email', 'recipients'],
      'This service cannot send e-mails: no mail server is configured. Set WEIR_SMTP_URL and WEIR_MAIL_FROM, or remove the recipients.',
    )
  }
  if (!wanted || wanted.ids.length === 0) return
  const known = new Set((await deps.channels.list(account.teamId)).map(({ id }) => id))
  const unknown = wanted.ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  throw refusal(['notification', 'channels', 'ids'], `The team has no channel ${unknown}`)
}

const refusal = (path: readonly string[], message: string) =>
  new ServiceError('BAD_REQUEST', message, { details: [{ code: 'custom', path, message }] })
