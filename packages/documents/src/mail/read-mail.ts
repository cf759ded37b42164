import PostalMime, { type Address, type Attachment } from 'postal-mime'
import type { ContentRequest } from '#content/content.ts'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { DocumentReading } from '#documents/document-reading.ts'
import { escapeAttribute, escapeText } from '#base/html-text.ts'
import { readHtml } from '#content/page/read-html.ts'
import { ReadError } from '#base/read-error.ts'
import { openOle } from '#documents/office/ole.ts'
import { createLosses, type Lose, type Losses } from '#documents/losses.ts'
import { fitMail } from './fit-mail.ts'
import type { Mail } from './mapi.ts'
import { isMsg, readMsg } from './read-msg.ts'
import { isTnef, readTnef } from './read-tnef.ts'
import { unpackRtf } from './rtf-compressed.ts'

const attachmentsMax = 500
const nestingDepthMax = 64
const headersBytesMax = 1024 * 1024

/**
 * Reads an e-mail, or a message of Outlook (`.msg`, `winmail.dat`): subject, sender, recipients and date, then the body, then a list of
 * attachments by name and size, then the messages that were forwarded with it. Other attachments are not read and remote content is not
 * fetched. Fails with `DOCUMENT_CORRUPT`.
 */
export async function readMail(request: ContentRequest): Promise<DocumentReading> {
  const losses = createLosses()
  const { lose, list } = losses
  const { mail, forwarded } = await open(request, losses)
  const page = toPage(mail, forwarded, lose)
  if (page.includes('\uFFFD')) lose(unknownCharacters)
  const reading = readHtml({
    ...request,
    body: Buffer.from(page),
    contentType: 'text/html; charset=utf-8',
    onlyMainContent: false,
  })
  return {
    ...reading,
    metadata: () => ({ ...reading.metadata(), ...readMetadata(mail) }),
    clientRendered: () => undefined,
    warnings: () => [...reading.warnings(), ...list()],
    rawHtml: () => page,
  }
}

/** A message with those that were forwarded with it. */
interface Opened {
  readonly mail: Mail
  readonly forwarded: readonly Mail[]
}

const forwardedMax = 50
const unknownCharacters = 'Bytes that are no characters of their encoding are shown as \uFFFD'
const unreadMessages = `Of the forwarded messages only the first ${forwardedMax} were read`

async function open(request: ContentRequest, losses: Losses): Promise<Opened> {
  const { lose } = losses
  const { body } = request
  const file = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const ole = openOle(body)
  const first = ole && isMsg(ole.names) ? readMsg(body, lose) : undefined
  const forwarded: Mail[] = [...(first?.forwarded ?? [])]
  const whole = first ?? (isTnef(file) ? readTnef(file, lose) : await parse(file, losses))
  const read = async (given: Mail, depth: number): Promise<Mail> => {
    let mail = given
    const [kept, added]: [Attachment[], Attachment[]] = [[], []]
    for (const one of given.attachments) {
      const content = toBuffer(one.content)
      const isMessage = isForwarded(one, content)
      const isRead = isMessage && depth < nestingDepthMax && forwarded.length < forwardedMax
      if (isMessage && !isRead) lose(unreadMessages)
      const inner = isRead ? await parseForwarded(content, losses) : undefined
      if (inner) {
        const index = forwarded.push(inner) - 1
        forwarded[index] = await read(inner, depth + 1)
        for (const further of inner.forwarded) forwarded.push(await withRtf(further, request, lose))
      } else if (isTnef(content)) {
        const { attachments, ...members } = readTnef(content, lose)
        mail = withMembers(mail, members)
        for (const attachment of attachments) added.push(attachment)
      } else kept.push(one)
    }
    return withRtf({ ...mail, attachments: [...kept, ...added] }, request, lose)
  }
  const mail = await read(whole, 0)
  for (const [at, one] of (first?.forwarded ?? []).entries())
    forwarded[at] = await withRtf(one, request, lose)
  return { mail, forwarded }
}

/** A message as an attachment: by its type, its name, or as a file of Outlook. */
const isForwarded = ({ mimeType, filename, content }: Attachment, bytes: Buffer): boolean =>
  typeof content !== 'string' &&
  (mimeType === 'message/rfc822' || /\.eml$/i.test(filename ?? '') || isOutlook(bytes))

const isOutlook = (bytes: Buffer) => isMsg(openOle(bytes)?.names ?? [])

const toBuffer = (content: Attachment['content']): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content))

/** Adds the members of a `winmail.dat` file to the message that it is attached to, which keeps its own. */
function withMembers(mail: Mail, own: Omit<Mail, 'attachments'>): Mail {
  const hasText = (mail.text ?? '').trim() !== '' || (mail.html ?? '').trim() !== ''
  const { html, text, rtf } = hasText ? {} : own
  return {
    ...own,
    ...mail,
    ...(html !== undefined && { html }),
    ...(text !== undefined && { text }),
    ...(rtf && { rtf }),
  }
}

/** The body of a message that has it as RTF alone. */
async function withRtf(mail: Mail, request: ContentRequest, lose: Lose): Promise<Mail> {
  const { rtf, text = '', html = '' } = mail
  if (!rtf || text.trim() !== '' || html.trim() !== '') return mail
  const unpacked = unpackRtf(rtf)
  const file = { ...request, body: unpacked ?? new Uint8Array(), fileName: 'body.rtf' }
  try {
    if (unpacked) {
      const { readOffice } = await import('#documents/office/read-office.ts')
      const page = (await readOffice(file, undefined)).rawHtml() ?? ''
      return { ...mail, html: page.slice(page.indexOf('<body>') + 6, page.lastIndexOf('</body>')) }
    }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
  }
  lose('The body of a message could not be read, because its RTF is damaged or too large')
  return mail
}

async function parse(body: Buffer, losses: Losses): Promise<Mail> {
  try {
    return await PostalMime.parse(fitMail(body, losses), {
      maxNestingDepth: nestingDepthMax,
      maxHeadersSize: headersBytesMax,
      // Otherwise they become a part of the body, without their attachments.
      forceRfc822Attachments: true,
    })
  } catch (cause) {
    throw new ReadError('DOCUMENT_CORRUPT', undefined, { cause })
  }
}

/** Undefined, with a warning, for a damaged message, which then is an attachment like others. */
async function parseForwarded(
  body: Buffer,
  losses: Losses,
): Promise<(Mail & { readonly forwarded: readonly Mail[] }) | undefined> {
  try {
    return isOutlook(body)
      ? readMsg(body, losses.lose)
      : { ...(await parse(body, losses)), forwarded: [] }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    losses.lose('A forwarded message could not be read, because it is damaged')
    return undefined
  }
}

function readMetadata({ subject, from, to, date }: Mail): ContentMetadata {
  const sender = from && addressText(from)
  const receivers = (to ?? []).map(addressText).join(', ')
  return {
    ...(subject && { title: subject }),
    ...(sender && { author: sender }),
    ...(receivers && { to: receivers }),
    ...(date && { publishedTime: date }),
  }
}

function toPage(mail: Mail, forwarded: readonly Mail[], lose: Lose): string {
  const title = escapeText(mail.subject || 'Message')
  return [
    `<!doctype html>\n<html><head><meta charset="utf-8"><title>${title}</title></head><body>\n`,
    messageHtml(mail, 'h1', lose),
    ...forwarded.map((one) => messageHtml(one, 'h2', lose)),
    '</body></html>\n',
  ].join('')
}

function messageHtml(mail: Mail, heading: 'h1' | 'h2', lose: Lose): string {
  const { subject, from, to, cc, date } = mail
  const texts = mail.attachments.filter(isPlainText)
  const attachments = mail.attachments.filter((attachment) => !isPlainText(attachment))
  const rows = [
    ['From', from ? addressText(from) : ''],
    ['To', (to ?? []).map(addressText).join(', ')],
    ['Cc', (cc ?? []).map(addressText).join(', ')],
    ['Date', date ?? ''],
  ].filter(([, value]) => value !== '')
  const head = rows.map(([name, value = '']) => `<strong>${name}:</strong> ${escapeText(value)}`)
  return [
    `<${heading}>${escapeText(subject || 'Message')}</${heading}>\n`,
    head.length > 0 ? `<p>${head.join('<br>\n')}</p>\n` : '',
    writeBody(mail),
    ...texts.map(({ content }) => paragraphs(decoded(content))),
    attachmentList(attachments, lose),
  ].join('')
}

/** The HTML body, or the plain text as paragraphs with URLs as links. */
function writeBody({ html, text: plain }: Mail): string {
  return html ? `<div>${html}</div>\n` : paragraphs(plain ?? '')
}

/** A part without a name whose type is malformed, which RFC 2045 treats as plain text. */
const isPlainText = ({ filename, disposition, mimeType, content }: Attachment) =>
  !filename &&
  disposition !== 'attachment' &&
  !/^[\w.+-]+\/[\w.+-]+$/.test(mimeType) &&
  !(typeof content !== 'string' && new Uint8Array(content).includes(0))

const decoded = (content: Attachment['content']) =>
  typeof content === 'string' ? content : new TextDecoder().decode(content)

function paragraphs(plain: string): string {
  return plain
    .split(/\r?\n\s*\r?\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map(
      (paragraph) =>
        `<p>${linked(escapeText(paragraph.trim())).replaceAll(/\r?\n/g, '<br>\n')}</p>\n`,
    )
    .join('')
}

const linked = (html: string) =>
  html.replaceAll(/https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g, (url) => `<a href="${url}">${url}</a>`)

function attachmentList(attachments: readonly Attachment[], lose: Lose): string {
  const shown = attachments.slice(0, attachmentsMax)
  if (attachments.length > attachmentsMax)
    lose(`Of ${attachments.length} attachments only the first ${attachmentsMax} are listed`)
  if (shown.length === 0) return ''
  const items = shown.map(({ filename, mimeType, content }) => {
    const bytes = typeof content === 'string' ? content.length : content.byteLength
    return `<li title="${escapeAttribute(mimeType)}">${escapeText(filename ?? 'unnamed')} (${escapeText(mimeType)}, ${bytes} bytes)</li>`
  })
  return `<h2>Attachments</h2>\n<ul>${items.join('')}</ul>\n`
}

function addressText({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(addressText).join(', ')}`
  if (!address) return name
  return name ? `${name} <${address}>` : address
}
