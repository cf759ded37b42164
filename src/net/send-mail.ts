import type { Transporter } from 'nodemailer'
import type { Mail } from '#kernel/mail.ts'

/** Sends an e-mail to the configured server; `id` is the same in every attempt. Rejects with the response of the server. */
export type SendMail = (id: string, mail: Mail) => Promise<void>

const connectMsMax = 10_000
const answerMsMax = 30_000

interface MailServer {
  /** `smtp://user:password@host:port` or `smtps://…`; the configured host is trusted. */
  readonly smtpUrl: string
  readonly from: string
}

export function createSendMail({ smtpUrl, from }: MailServer): SendMail & Disposable {
  let opening: Promise<Transporter> | undefined
  const domain = from.replace(/^.*@/, '').replace(/>.*/s, '')
  async function sendMail(id: string, mail: Mail): Promise<void> {
    const transport = await (opening ??= openTransport({ smtpUrl, from }))
    await transport.sendMail({
      ...mail,
      headers: { ...mail.headers },
      messageId: `<${id}@${domain}>`,
    })
  }
  return Object.assign(sendMail, {
    [Symbol.dispose]() {
      void opening?.then((transport) => transport.close())
    },
  })
}

/** Most services send no mail, and the package takes long to load. */
async function openTransport({ smtpUrl, from }: MailServer): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport(smtpUrl, {
    from,
    // A message has addresses and text only: it must not read files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: connectMsMax,
    greetingTimeout: connectMsMax,
    socketTimeout: answerMsMax,
  } as object)
}
