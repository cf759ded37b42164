import type { Attachment, Email } from 'postal-mime'
import { decodeText } from '#content/bytes/charset.ts'

/** A message of Outlook in the shape of one of the internet. */
export interface Mail extends Partial<
  Pick<Email, 'subject' | 'from' | 'to' | 'cc' | 'date' | 'html' | 'text'>
> {
  readonly attachments: Attachment[]
  /** A body that is RTF alone, as a file. */
  readonly rtf?: Uint8Array | undefined
}

/** A property of a message (MS-OXPROPS), by its id. */
export interface Property {
  readonly type: number
  readonly data: Buffer
}

const [wideText, binary] = [0x1f, 0x102]
const id = {
  subject: 0x37,
  submitted: 0x39,
  senderName: 0xc1a,
  senderAddress: 0xc1f,
  senderSmtp: 0x5d01,
  delivered: 0xe06,
  copiesTo: 0xe03,
  to: 0xe04,
  body: 0x1000,
  rtf: 0x1009,
  html: 0x1013,
  attachedData: 0x3701,
  shortName: 0x3704,
  longName: 0x3707,
  mimeType: 0x370e,
} as const

type Get = (id: number) => Property | undefined

/** A text in UTF-16 or in the code page of the writer, which is guessed. */
export function readText({ type, data }: Property): string {
  const text =
    type === wideText ? data.toString('utf16le') : decodeText(data, 'text', undefined).text
  const end = text.indexOf('\0')
  return end === -1 ? text : text.slice(0, end)
}

/** Makes a message from its properties, without attachments. */
export function makeMail(get: Get): Mail {
  const text = (...ids: readonly number[]) => {
    for (const one of ids) {
      const found = get(one)
      const value = found && readText(found).trim()
      if (value) return value
    }
    return undefined
  }
  const [name, address] = [text(id.senderName), text(id.senderSmtp, id.senderAddress)]
  const html = get(id.html)
  const rtf = get(id.rtf)
  const date = readDate(get(id.submitted) ?? get(id.delivered))
  const [subject, body] = [text(id.subject), text(id.body)]
  const people = (one: number) =>
    (text(one) ?? '')
      .split(';')
      .map((person) => person.trim())
      .filter((person) => person !== '')
      .map((person) => ({ name: person, address: '' }))
  const [to, cc] = [people(id.to), people(id.copiesTo)]
  return {
    ...(subject !== undefined && { subject }),
    ...((name || address) && {
      // An address within Exchange begins with a slash.
      from: { name: name ?? '', address: address?.includes('@') ? address : '' },
    }),
    ...(to.length > 0 && { to }),
    ...(cc.length > 0 && { cc }),
    ...(date !== undefined && { date }),
    ...(html && {
      html: html.type === binary ? decodeText(html.data, 'html', undefined).text : readText(html),
    }),
    ...(body !== undefined && { text: body }),
    ...(rtf && { rtf: rtf.data }),
    attachments: [],
  }
}

export function makeAttachment(get: Get, data = get(id.attachedData)?.data): Attachment {
  const [name, mimeType] = [get(id.longName) ?? get(id.shortName), get(id.mimeType)]
  return {
    filename: name ? readText(name) : null,
    mimeType: (mimeType && readText(mimeType)) || 'application/octet-stream',
    disposition: 'attachment',
    content: new Uint8Array(data ?? []),
  }
}

/** FILETIME: units of 100 ns since 1601. */
function readDate(property: Property | undefined): string | undefined {
  if (!property || property.data.length < 8) return undefined
  const date = new Date(Number(property.data.readBigUInt64LE(0) / 10_000n - 11_644_473_600_000n))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
