import { guessesUtf16 } from './charset.ts'
import { typeOfName } from './file-name.ts'

/** Kinds of content; each has one reader. */
export type ContentKind =
  | 'html'
  | 'xml'
  | 'json'
  | 'text'
  | 'code'
  | 'pdf'
  | 'office'
  | 'table'
  | 'mail'
  | 'image'
  | 'file'

/**
 * Determines the kind of a page from its content, then its file name, then its Content-Type header: a binary
 * signature wins over both, HTML with another declared type is still HTML, and a
 * generic or missing type is sniffed.
 */
export function contentKind(
  body: Uint8Array,
  contentType: string | undefined,
  fileName?: string,
): ContentKind {
  const start = latin1(body, 0, signatureBytes)
  const signature = signatures.find(({ matches }) => matches(start, body))
  if (signature) return signature.kind
  const declared = readEssence(typeOfName(fileName) ?? contentType)
  const named = kindByType(declared)
  const isText = looksLikeText(body)
  if (named === undefined || isVague(declared)) return isText ? kindOfText(body) : 'file'
  if (isReadable(named)) return isText || named === 'html' ? named : 'file'
  if (named === 'pdf' && latin1(body, 0, headBytes).includes('%PDF-')) return 'pdf'
  if (!isText) return named
  const kind = kindOfText(body)
  if (named === 'image' && kind === 'text') return named
  return isTextual(named) && !startsLikeHtml(readHead(body)) ? named : kind
}

/** The type of a Content-Type header without its parameters, in lower case. */
export function readEssence(contentType: string | undefined): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]?.trim().toLowerCase() ?? ''
}

/** Generic types. */
export const isVague = (type: string) =>
  [
    '',
    'application/octet-stream',
    'binary/octet-stream',
    'application/unknown',
    'unknown/unknown',
    '*/*',
  ].includes(type)

const isReadable = (kind: ContentKind) => ['html', 'xml', 'json', 'text', 'code'].includes(kind)

const isTextual = (kind: ContentKind) => kind === 'table' || kind === 'mail'

const kindsByType: readonly { readonly type: RegExp; readonly kind: ContentKind }[] = [
  {
    type: /^(text\/html|application\/xhtml\+xml|application\/vnd\.wap\.xhtml\+xml)$/,
    kind: 'html',
  },
  { type: /^(application|text)\/(.*\+)?(json|ld\+json|x-ndjson|jsonl?)$/, kind: 'json' },
  { type: /^((application|text)\/xml|(application|text|image)\/.*\+xml)$/, kind: 'xml' },
  {
    type: /^(text\/(css|javascript|x-.+)|application\/(x-)?(javascript|ecmascript|yaml|toml|sql|sh))$/,
    kind: 'code',
  },
  { type: /^(text\/(csv|tab-separated-values)|application\/csv)$/, kind: 'table' },
  {
    type: /^(message\/(rfc822|global)|application\/(vnd\.ms-(outlook|tnef)|ms-tnef))$/,
    kind: 'mail',
  },
  { type: /^text\//, kind: 'text' },
  { type: /^application\/(x-)?pdf$/, kind: 'pdf' },
  {
    type: /officedocument|opendocument|^application\/(msword|rtf|vnd\.ms-(excel|powerpoint|word).*|epub\+zip)$/,
    kind: 'office',
  },
  { type: /^image\//, kind: 'image' },
  {
    type: /^(audio|video|font|model)\/|^application\/(zip|gzip|x-.+|vnd\..+|wasm|java-archive)$/,
    kind: 'file',
  },
]

/** Kind of a media type; undefined for unknown types. */
export function kindByType(type: string): ContentKind | undefined {
  return kindsByType.find((row) => row.type.test(type))?.kind
}

const signatureBytes = 12

/** File signatures. */
const signatures: readonly {
  readonly kind: ContentKind
  readonly matches: (start: string, body: Uint8Array) => boolean
}[] = [
  { kind: 'pdf', matches: (start) => /^%PDF-\d/.test(start) },
  { kind: 'office', matches: isOfficeZip },
  // Messages of Outlook that are attached as winmail.dat.
  { kind: 'mail', matches: startsWith('\x78\x9F\x3E\x22') },
  // Compound files (.doc, .xls, .ppt, .msg) and RTF.
  { kind: 'office', matches: startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1') },
  { kind: 'office', matches: (start) => /^\{\\rtf[\d\\{]/.test(start) },
  { kind: 'image', matches: startsWith('\x89PNG\r\n', '\xFF\xD8\xFF') },
  { kind: 'image', matches: startsWith('II*\0', 'MM\0*', '\0\0\x01\0') },
  { kind: 'image', matches: startsWith('\0\0\0\x0CjP  \r\n', '\xFF\x4F\xFF\x51') },
  { kind: 'image', matches: (start, body) => start.startsWith('BM') && isBitmap(body) },
  { kind: 'image', matches: lettersOfBinary(/^GIF8[79]a/) },
  { kind: 'image', matches: lettersOfBinary(/^RIFF.{4}WEBP/s) },
  { kind: 'image', matches: lettersOfBinary(/^.{4}ftyp(avi[fs]|heic|mif1)/s) },
  {
    kind: 'file',
    matches: startsWith('PK\x03\x04', 'PK\x05\x06', '\x1F\x8B', '7z\xBC\xAF', 'Rar!\x1A\x07'),
  },
  { kind: 'file', matches: startsWith('\x7FELF', '\0asm') },
  { kind: 'file', matches: lettersOfBinary(/^(OggS|ID3|wOF[F2]|RIFF|.{4}ftyp)/s) },
]

/** A signature of letters, which a text may begin with as well. */
function lettersOfBinary(signature: RegExp): (start: string, body: Uint8Array) => boolean {
  return (start, body) => signature.test(start) && hasControls(body)
}

/** Sizes of the headers of the versions of the format. */
const bitmapHeaders = new Set([12, 16, 40, 52, 56, 64, 108, 124])

function isBitmap(body: Uint8Array): boolean {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength)
  if (body.length < 18) return false
  const header = view.getUint32(14, true)
  return bitmapHeaders.has(header) && view.getUint32(10, true) >= 14 + header
}

function startsWith(...prefixes: readonly string[]): (start: string) => boolean {
  return (start) => prefixes.some((prefix) => start.startsWith(prefix))
}

const directoryBytes = 65_536

function isOfficeZip(start: string, body: Uint8Array): boolean {
  if (!start.startsWith('PK\x03\x04')) return false
  // The list of parts is at the end of a ZIP file; few packages identify themselves at the start.
  const names =
    latin1(body, 0, 4_096) +
    latin1(body, Math.max(4_096, body.length - directoryBytes), body.length)
  return /\[Content_Types\]\.xml|word\/|xl\/|ppt\/|mimetypeapplication\/(vnd\.oasis|epub)/.test(
    names,
  )
}

function latin1(body: Uint8Array, start: number, end: number): string {
  const bytes = body.subarray(start, end)
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

const headBytes = 1_024

/** First characters without zero bytes and byte order marks, which covers UTF-16. */
function readHead(body: Uint8Array): string {
  return latin1(body, 0, headBytes)
    .replaceAll('\0', '')
    .replace(/^(\xEF\xBB\xBF|\xFE\xFF|\xFF\xFE)/, '')
    .trimStart()
}

const startsLikeHtml = (head: string) =>
  /^<(!doctype\s+html|html|head|body|title|meta|link|script|style|table|div|h1|p|a|br|iframe|font)[\s>/]/i.test(
    afterComments(head),
  )

function afterComments(head: string): string {
  let start = 0
  while (head.startsWith('<!--', start)) {
    const end = head.indexOf('-->', start + '<!--'.length)
    if (end === -1) break
    start = end + '-->'.length
    while (/\s/.test(head.charAt(start))) start += 1
  }
  return head.slice(start)
}

function kindOfText(body: Uint8Array): ContentKind {
  const head = readHead(body)
  if (startsLikeHtml(head)) return 'html'
  if (/^<(\?xml|rss|feed|urlset|rdf:RDF)[\s>?]/i.test(head)) return 'xml'
  if (/^[[{]/.test(head) && isJson(body)) return 'json'
  return 'text'
}

const jsonBytesMax = 5_000_000

function isJson(body: Uint8Array): boolean {
  if (body.byteLength > jsonBytesMax) return false
  try {
    JSON.parse(new TextDecoder().decode(body))
    return true
  } catch {
    return false
  }
}

const looksLikeText = (body: Uint8Array): boolean => guessesUtf16(body) || !hasControls(body)

/** Control characters that do not occur in text mark binary files. */
const hasControls = (body: Uint8Array): boolean =>
  body
    .subarray(0, headBytes)
    .some((byte) => byte < 0x09 || (byte > 0x0d && byte < 0x20 && byte !== 0x1b))
