import { createTransport } from 'nodemailer'
import type { Mail } from '#kernel/mail.ts'

/** Sends an e-mail to the configured server; `id` is the same in every attempt. Rejects with the response of the server. */
export type SendMail = (id: string, mail: Mail) => Promise<void>

const connectMsMax = 10_000
const answerMsMax = 30_000

/** `smtpUrl` is `smtp://user:password@host:port` or `smtps://…`; the configured host is trusted. */
export function createSendMail({
  smtpUrl,
  from,
}: {
  readonly smtpUrl: string
  readonly from: string
}): SendMail & Disposable {
  const transport = createTransport(smtpUrl, {
    from,
    // A message has addresses and text only: it must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    socketTimeout: answerMsMax,
  } as object)
  const domain = from.replace(/^.*@/, '').replace(/>.*/s, '')
  async function sendMail(id: string, mail: Mail): Promise<void> {
    await transport.sendMail({
      ...mail,
      headers: { ...mail.headers },
      messageId: `<${id}@${domain}>`,
    })
  }
  return Object.assign(sendMail, { [Symbol.dispose]: () => transport.close() })
}
