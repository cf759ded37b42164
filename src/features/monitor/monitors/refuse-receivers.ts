import type { Channels } from '#delivery/channels/channels.ts'
import type { Mailbox } from '#delivery/mailbox.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Notification } from '#features/monitor/contract.ts'
import { findSlackChannel } from '#features/monitor/reports/choose-channels.ts'

const noMail =
  'This service cannot send e-mails: no mail server is configured. Set WEIR_SMTP_URL and WEIR_MAIL_FROM, or remove the recipients.'
const noChannel = 'The team has no channel …'
const noSlack =
  'The team has no channel that leads to … in Slack. Add it with POST /v2/monitor-channels and the URL slack://xoxb-token/…, or name another one.'
export const receiverRefusals = [noMail, noChannel, noSlack]

/** Fails with `BAD_REQUEST` for e-mails that cannot be sent, and for channels that the team does not have. */
export async function refuseReceivers(
  { email, slack, channels: wanted }: Notification,
  { account }: Call,
  deps: { readonly mailbox: Mailbox | undefined; readonly channels: Pick<Channels, 'list'> },
): Promise<void> {
  if (email?.enabled && email.recipients.length > 0 && !deps.mailbox) {
    throw refusal(['notification', 'email', 'recipients'], noMail)
  }
  const wantedIds = wanted?.ids ?? []
  if (wantedIds.length === 0 && !slack?.enabled) return
  const known = await deps.channels.list(account.teamId)
  const unknown = wantedIds.find((wantedId) => !known.some(({ id }) => id === wantedId))
  if (unknown !== undefined) {
    throw refusal(['notification', 'channels', 'ids'], noChannel.replace('…', unknown))
  }
  if (slack?.enabled && !findSlackChannel(known, slack)) {
    const place = slack.channelId ?? ''
    throw refusal(['notification', 'slack', 'channelId'], noSlack.replaceAll('…', place))
  }
}

const refusal = (path: readonly string[], message: string) =>
  new ServiceError('BAD_REQUEST', message, { details: [{ code: 'custom', path, message }] })
