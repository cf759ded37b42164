import { isUtf8 } from 'node:buffer'
import { oneLine } from '#base/one-line.ts'
import { findEncoding } from '#content/bytes/charset.ts'
import type { Losses } from '#documents/losses.ts'

const cutOff = 'Text and attachments may be missing, because the file is cut off'
const behindEnd = 'Text behind the end of the last part was left out'
const otherBoundary =
  'The message states no boundary, or a wrong one, between its parts; the one in use was found'
const noBoundary =
  'The parts of the message are shown as one text, because the boundary between them was not found,'
const damaged = (encoding: string) =>
  `Content may be wrong or missing, because its ${encoding} is damaged,`
const otherEncoding = (encoding: string) =>
  `Content is shown as it is encoded, because the encoding ${encoding} cannot be read,`
const otherText = (charset: string, read: string) =>
  `The text is declared as ${charset}, which its bytes contradict: it was read as ${read},`
const unknownCharset = (charset: string) =>
  `Letters may be wrong, because the character set ${charset} is not known,`

/** Types of which the content is not there, or not to be read. */
const unread = new Map([
  ['multipart/encrypted', 'An encrypted part was left out'],
  ['application/pkcs7-mime', 'An encrypted or signed part was left out'],
  ['application/x-pkcs7-mime', 'An encrypted or signed part was left out'],
  ['message/external-body', 'A part that is kept elsewhere was left out'],
  ['message/partial', 'The message is a part of a longer one, whose other parts are missing,'],
])

interface Part {
  readonly name: string
  readonly type: string
  readonly encoding: string
  readonly charset: string
  /** Of its body. */
  readonly start: number
  /** Where its type is stated. */
  readonly typeAt: readonly [number, number]
  letters: number
  isDamaged: boolean
}

interface Edit {
  readonly at: readonly [number, number]
  readonly text: string
}

const [nameLettersMax, lineBytesMax, headerBytesMax, textBytesMax] = [200, 256, 65_536, 1024 * 1024]
/** Of parts in parts, and of looks for the lines between them. */
const [depthMax, searchesMax] = [64, 500]

/** A message that is read. */
interface Message {
  readonly file: Buffer
  readonly losses: Losses
  readonly edits: Edit[]
  /** What is between the parts of what has begun. */
  readonly open: string[]
  /** Parts so far. */
  number: number
  searches: number
}

/**
 * Names what is damaged or missing in the parts of a message. Returns it with what its reader needs: the lines that are between its parts, and
 * the encodings of its texts, where the message states others.
 */
export function fitMail(file: Buffer, losses: Losses): Buffer {
  const message: Message = { file, losses, edits: [], open: [], number: 0, searches: 0 }
  const { open, edits } = message
  const first = readHeader(file, 0)
  let [part, at, hasEnded] = [begin(message, first), first.end, false]
  while (at < file.length) {
    const end = findLineEnd(file, at)
    const isMark = file[at] === dash && file[at + 1] === dash
    const line = isMark
      ? file.toString('latin1', at, Math.min(end, at + lineBytesMax)).trimEnd()
      : ''
    const depth = open.findLastIndex((one) => line === `--${one}` || line === `--${one}--`)
    if (depth !== -1) {
      finish(message, part, at)
      if (open.length > depth + 1) losses.lose(cutOff)
      const isEnd = line === `--${open[depth]}--`
      open.splice(isEnd ? depth : depth + 1)
      const header = isEnd ? undefined : readHeader(file, end)
      part = header && begin(message, header)
      hasEnded = isEnd && open.length === 0
      at = header?.end ?? end
      continue
    }
    if (part) checkLine(part, file, [at, end])
    else if (hasEnded && /\S/.test(file.toString('latin1', at, Math.min(end, at + lineBytesMax))))
      losses.lose(behindEnd)
    at = end
  }
  finish(message, part, file.length)
  if (open.length > 0) losses.lose(cutOff)
  return withEdits(file, edits)
}

/** Undefined for a part that consists of others. */
function begin(message: Message, { fields, end }: Header): Part | undefined {
  const { losses, edits, open } = message
  message.number += 1
  const field = fields.get('content-type')
  const value = field?.value ?? 'text/plain'
  const type = /^[^\s;]{1,100}/.exec(value)?.[0].toLowerCase() ?? ''
  const own = readParameter(fields.get('content-disposition')?.value, 'filename')
  const name = own ?? readParameter(value, 'name') ?? `${message.number} (${type})`
  const lost = unread.get(type)
  if (lost !== undefined) losses.at('in the part', name)(lost)
  const typeAt = field?.at ?? ([end, end] as const)
  if (type.startsWith('multipart/') && open.length < depthMax) {
    const boundary = findBoundary(message, value, end)
    if (boundary !== undefined) {
      if (boundary !== readParameter(value, 'boundary'))
        edits.push({ at: typeAt, text: `Content-Type: ${type}; boundary="${boundary}"` })
      open.push(boundary)
      return undefined
    }
    losses.at('in the part', name)(noBoundary)
    edits.push({ at: typeAt, text: 'Content-Type: text/plain' })
  }
  const encoding = fields.get('content-transfer-encoding')?.value.toLowerCase() ?? ''
  return {
    name: name.slice(0, nameLettersMax),
    type,
    encoding: /[\w-]+/.exec(encoding)?.[0] ?? '',
    charset: readParameter(value, 'charset') ?? '',
    start: end,
    typeAt,
    letters: 0,
    isDamaged: false,
  }
}

/** What is between the parts: as stated, or else the first line that a part follows. */
function findBoundary(message: Message, value: string, from: number): string | undefined {
  const { file, open, losses } = message
  const stated = readParameter(value, 'boundary') ?? ''
  message.searches += 1
  if (message.searches > searchesMax) return stated || undefined
  const rest = file.toString('latin1', from, from + textBytesMax)
  if (stated !== '' && rest.includes(`--${stated}`)) return stated
  const [, found] = lineBeforePart.exec(rest) ?? []
  if (found === undefined || open.includes(found)) return undefined
  losses.lose(otherBoundary)
  return found
}

const lineBeforePart = /^--([^\s"\\]{1,70})[ \t]{0,9}\r?\n(?=content-)/im

/** Names what is wrong with a part that ends here. */
function finish({ file, losses, edits }: Message, part: Part | undefined, end: number): void {
  if (!part) return
  const { encoding, start, typeAt, charset } = part
  const lose = losses.at('in the part', part.name)
  if (!known.has(encoding)) lose(otherEncoding(encoding))
  if (part.isDamaged || (encoding === 'base64' && part.letters % 4 === 1))
    return lose(damaged(encoding))
  if (!part.type.startsWith('text/') || typeAt[0] === typeAt[1]) return
  const bytes = decode(file.subarray(start, Math.min(end, start + textBytesMax)), encoding)
  const read = findCharset(bytes, charset)
  if (read === '') lose(unknownCharset(charset))
  if (!read) return
  lose(otherText(charset, read))
  const text = file.toString('latin1', ...typeAt).replace(charsetOfField, `charset=${read}`)
  edits.push({ at: typeAt, text })
}

const known = new Set(['', '7bit', '8bit', 'binary', 'base64', 'quoted-printable'])
const dash = 0x2d
const charsetOfField = /charset\s{0,9}=\s{0,9}(?:"[^"]{0,100}"|[^\s;]{1,100})/i

function findLineEnd(file: Buffer, at: number): number {
  const found = file.indexOf(0x0a, at)
  return found === -1 ? file.length : found + 1
}

function checkLine(part: Part, file: Buffer, [at, end]: readonly [number, number]): void {
  if (part.encoding === 'base64') {
    const line = file.toString('latin1', at, end)
    part.isDamaged ||= /[^\w+/=\s]|_/.test(line)
    // Marks of the end are no letters.
    part.letters += line.trim().replaceAll('=', '').length
  } else if (part.encoding === 'quoted-printable')
    part.isDamaged ||= /=(?![\da-fA-F]{2}|[ \t]*\r?\n?$)/.test(file.toString('latin1', at, end))
}

interface Header {
  readonly fields: ReadonlyMap<
    string,
    { readonly value: string; readonly at: readonly [number, number] }
  >
  /** Where the body begins. */
  readonly end: number
}

/** The fields of a header by their names in lower case; the first of a name counts. */
function readHeader(file: Buffer, start: number): Header {
  const fields = new Map<string, { value: string; at: readonly [number, number] }>()
  let at = start
  while (at < file.length) {
    let end = findLineEnd(file, at)
    if (file.toString('latin1', at, Math.min(end, at + 2)).trim() === '' && end - at <= 2)
      return { fields, end }
    while (file[end] === 0x20 || file[end] === 0x09) end = findLineEnd(file, end)
    const [, name, value] =
      /^([\w-]{1,60}):([^]*)$/.exec(
        file.toString('latin1', at, Math.min(end, at + headerBytesMax)),
      ) ?? []
    const key = name?.toLowerCase() ?? ''
    const length = file.toString('latin1', at, end).trimEnd().length
    if (key !== '' && !fields.has(key))
      fields.set(key, {
        value: oneLine(value ?? ''),
        at: [at, at + length],
      })
    at = end
  }
  return { fields, end: at }
}

const parameter = /;\s{0,9}([\w-]{1,40})\s{0,9}=\s{0,9}(?:"([^"]{0,400})"|([^\s;"]{1,400}))/g

/** A parameter of a field. */
function readParameter(value: string | undefined, name: string): string | undefined {
  const found = [...(value ?? '').matchAll(parameter)]
  const [, , quoted, plain] = found.find(([, own]) => own?.toLowerCase() === name) ?? []
  return quoted ?? plain
}

function decode(bytes: Buffer, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(bytes.toString('latin1'), 'base64')
  if (encoding !== 'quoted-printable') return bytes
  const text = bytes.toString('latin1').replaceAll(/=[ \t]{0,9}\r?\n/g, '')
  return Buffer.from(
    text.replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  )
}

/** Names that the reader has for encodings that others have other names for. */
const otherNames =
  /^(?:x-?)?(?:cp|ms|win|ibm|iso|euc|mac|big|gb|ks|hz|utf|unicode|latin|sjis|shift|koi|tis|ansi|l\d)/i

/** The encoding of bytes that are not what is declared; empty for one that is not known, undefined where it is right. */
function findCharset(bytes: Buffer, charset: string): string | undefined {
  if (charset === '' || bytes.every((byte) => byte < 0x80)) return undefined
  if (!isLabel(charset) || /^(?:us-)?ascii$/i.test(charset)) {
    if (isUtf8(bytes)) return 'utf-8'
    return isLabel(charset) || otherNames.test(charset) ? undefined : ''
  }
  const { encoding, warnings } = findEncoding(bytes, 'text', `text/plain; charset="${charset}"`)
  return warnings.length > 0 ? encoding : undefined
}

function isLabel(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== ''
  } catch {
    return false
  }
}

function withEdits(file: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return file
  let last = 0
  const parts = edits
    .toSorted((a, b) => a.at[0] - b.at[0])
    .flatMap(({ at: [start, end], text }) => {
      const before = file.subarray(last, start)
      last = end
      return [before, Buffer.from(text, 'latin1')]
    })
  return Buffer.concat([...parts, file.subarray(last)])
}
