import type { Mail } from '#kernel/mail.ts'
import { escapeAttribute, escapeText } from '#base/html-text.ts'
import { mailPage, unsubscribeHeaders } from './mail-layout.ts'
import type { StoredMonitor } from '#features/monitor/monitors/monitor-store.ts'

const subject = 'Confirm e-mails from Weir'
const nameLengthMax = 60

/** The name on one line, shortened, and without the characters from which mail programs make links. */
function plainName(name: string): string {
  const plain = name.replaceAll(/[\p{C}\s.:/@\\]+/gu, ' ').trim()
  if (plain.length <= nameLengthMax) return plain
  return `${plain.slice(0, nameLengthMax).toWellFormed()}…`
}

/**
 * Returns the e-mail that asks a recipient for confirmation. The recipient has not agreed to anything: the subject has no text
 * of the caller, and the body only a short part of the monitor's name without links.
 */
export function confirmationMail(
  monitor: Pick<StoredMonitor, 'name'>,
  email: string,
  links: { readonly confirm: string; readonly unsubscribe: string },
): Mail {
  const name = plainName(monitor.name)
  return {
    to: email,
    subject,
    headers: unsubscribeHeaders(links.unsubscribe),
    text: [
      `You were added to the monitor "${name}", which tells when web pages change.`,
      'To get its e-mails, confirm here:',
      links.confirm,
      'If you do not want them, do nothing. To never be asked again, whoever adds you:',
      links.unsubscribe,
    ].join('\n\n'),
    html: mailPage({
      title: subject,
      body: `<p>You were added to the monitor <b>${escapeText(name)}</b>, which tells when web pages change.</p>
<p><a href="${escapeAttribute(links.confirm)}" style="display:inline-block;padding:10px 18px;background:#0b6e6e;color:#fff;border-radius:6px;text-decoration:none">Confirm</a></p>
<p>If you do not want its e-mails, do nothing.</p>`,
      unsubscribeUrl: links.unsubscribe,
    }),
  }
}
