import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import type { ContentRequest } from '#content/content.ts'
import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { DocumentReading } from '#documents/document-reading.ts'
import { escapeAttribute, escapeText } from '#base/html-text.ts'
import { readHtml } from '#content/page/read-html.ts'
import { ReadError } from '#base/read-error.ts'

const attachmentsMax = 500
const nestingDepthMax = 64
const headersBytesMax = 1024 * 1024

/**
 * Reads an e-mail: subject, sender, recipients and date, then the body, then a list of attachments by name and size. Attachments
 * are not read and remote content is not fetched. Fails with `DOCUMENT_CORRUPT`.
 */
export async function readMail(request: ContentRequest): Promise<DocumentReading> {
  const mail = await parse(request.body)
  const page = toPage(mail)
  const reading = readHtml({
    ...request,
    body: Buffer.from(page),
    contentType: 'text/html; charset=utf-8',
    onlyMainContent: false,
  })
  return {
    ...reading,
    metadata: () => ({ ...reading.metadata(), ...metadataOf(mail) }),
    clientRendered: () => undefined,
    rawHtml: () => page,
  }
}

async function parse(body: Uint8Array): Promise<Email> {
  try {
    return await PostalMime.parse(body, {
      maxNestingDepth: nestingDepthMax,
      maxHeadersSize: headersBytesMax,
    })
  } catch (cause) {
    throw new ReadError('DOCUMENT_CORRUPT', undefined, { cause })
  }
}

function metadataOf({ subject, from, to, date }: Email): ContentMetadata {
  const sender = from && addressText(from)
  const receivers = (to ?? []).map(addressText).join(', ')
  return {
    ...(subject && { title: subject }),
    ...(sender && { author: sender }),
    ...(receivers && { to: receivers }),
    ...(date && { publishedTime: date }),
  }
}

function toPage(mail: Email): string {
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
  const title = escapeText(subject || 'Message')
  return [
    `<!doctype html>\n<html><head><meta charset="utf-8"><title>${title}</title></head><body>\n`,
    `<h1>${title}</h1>\n`,
    head.length > 0 ? `<p>${head.join('<br>\n')}</p>\n` : '',
    bodyOf(mail),
    ...texts.map(({ content }) => paragraphs(decoded(content))),
    attachmentList(attachments),
    '</body></html>\n',
  ].join('')
}

/** The HTML body, or the plain text as paragraphs with URLs as links. */
function bodyOf({ html, text: plain }: Email): string {
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

function attachmentList(attachments: readonly Attachment[]): string {
  const shown = attachments.slice(0, attachmentsMax)
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
