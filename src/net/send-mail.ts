import { createTransport } from 'nodemailer'
import type { Mail } from '#kernel/mail.ts'

/** Hands an e-mail to the server of the operator; `id` stays the same in every attempt. Rejects with its refusal. */
export type SendMail = (id: string, mail: Mail) => Promise<void>

const connectMsMax = 10_000
const answerMsMax = 30_000

/** `smtpUrl` is `smtp://user:password@host:port` or `smtps://…`; whoever set it up is trusted to know the host. */
export function createSendMail({
  smtpUrl,
  from,
}: {
  readonly smtpUrl: string
  readonly from: string
}): SendMail & Disposable {
  const transport = createTransport(smtpUrl, {
    from,
    // An address and a text are all there is to a message: nothing is read from files or fetched.
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
