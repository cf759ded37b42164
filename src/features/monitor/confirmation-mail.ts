import type { Mail } from '#kernel/mail.ts'
import { mailPage, escaped, unsubscribeHeaders } from './mail-page.ts'
import type { KeptMonitor } from './monitor-store.ts'

/** Asks somebody whether they want the e-mails of a monitor. */
export function confirmationMail(
  { name }: KeptMonitor,
  email: string,
  links: { readonly confirm: string; readonly unsubscribe: string },
): Mail {
  const subject = `Confirm e-mails about ${name}`
  return {
    to: email,
    subject,
    headers: unsubscribeHeaders(links.unsubscribe),
    text: [
      `You were added to the monitor "${name}", which tells when web pages change.`,
      'To get its e-mails, confirm here:',
      links.confirm,
      'If you do not want them, do nothing. To never be asked again:',
      links.unsubscribe,
    ].join('\n\n'),
    html: mailPage({
      title: subject,
      body: `<p>You were added to the monitor <b>${escaped(name)}</b>, which tells when web pages change.</p>
<p><a href="${escaped(links.confirm)}" style="display:inline-block;padding:10px 18px;background:#0b6e6e;color:#fff;border-radius:6px;text-decoration:none">Confirm</a></p>
<p>If you do not want its e-mails, do nothing.</p>`,
      unsubscribeUrl: links.unsubscribe,
    }),
  }
}
