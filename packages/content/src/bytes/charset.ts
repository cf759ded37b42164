import { isUtf8 } from 'node:buffer'
import htmlEncodingSniffer from 'html-encoding-sniffer'
import { detectEncoding } from './detect-encoding.ts'

/** Kinds of text that differ in where they declare their encoding. */
export type TextKind = 'html' | 'xml' | 'text'

/** The WHATWG name of the encoding of a text. */
export interface TextEncoding {
  readonly encoding: string
  /** Says that the bytes contradict what is declared. */
  readonly warnings: readonly string[]
}

export interface DecodedText extends TextEncoding {
  readonly text: string
}

/**
 * Decodes bytes in the order of the WHATWG Encoding Standard: byte order mark, Content-Type header, declaration
 * in the document. A declaration that the bytes contradict does not count: UTF-8 that is none, and Latin that is UTF-8. Without any: UTF-8 if the bytes are valid UTF-8, else the encoding that is most likely by its
 * byte and letter frequencies. Invalid bytes become U+FFFD; never throws.
 */
export function decodeText(
  body: Uint8Array,
  kind: TextKind,
  contentType: string | undefined,
): DecodedText {
  const found = findEncoding(body, kind, contentType)
  if (found.encoding === 'replacement') return { ...found, text: '\uFFFD' }
  const text = new TextDecoder(found.encoding).decode(body)
  const isWhole = kind !== 'text' || !text.includes('\uFFFD') || isUtf8(body)
  const warnings = isWhole ? found.warnings : [...found.warnings, unknownBytes(found.encoding)]
  return { ...found, warnings, text }
}

const unknownBytes = (encoding: string) =>
  `Bytes that are no characters of ${encoding} are shown as \uFFFD.`

/** The encoding of a text, found as `decodeText` says. */
export function findEncoding(
  body: Uint8Array,
  kind: TextKind,
  contentType: string | undefined,
): TextEncoding {
  const label = readCharset(contentType)
  const declared = declaredEncoding(body, kind, label)
  if (declared === undeclared) return { encoding: guessEncoding(body), warnings: [] }
  const encoding = contradict(body, declared) ?? declared
  if (encoding === declared) return { encoding, warnings: [] }
  // The server may add a header of its own to all pages.
  const own = label === undefined ? undeclared : declaredEncoding(body, kind, undefined)
  const isOwn = own !== undeclared && own !== 'UTF-8' && decodesAs(own, takeSample(body))
  const read = isOwn && encoding !== 'UTF-8' ? own : encoding
  return {
    encoding: read,
    warnings: [
      `The text is declared as ${declared}, which its bytes contradict: it was read as ${read}.`,
    ],
  }
}

/** The encoding of bytes that cannot be what is declared. */
function contradict(body: Uint8Array, declared: string): string | undefined {
  if (declared === 'windows-1252') return isUnnamedUtf8(body) ? 'UTF-8' : undefined
  if (declared !== 'UTF-8' || isUtf8(body)) return undefined
  return isMostlyBroken(takeSample(body)) ? guessEncoding(body) : undefined
}

const markedMin = 3

/** Whether bytes that are declared as Latin are UTF-8: in a Latin text, signs do not stand together as in its characters. */
const isUnnamedUtf8 = (body: Uint8Array): boolean =>
  isUtf8(body) && countMarks(takeSample(body)).good >= markedMin

/** Whether hardly anything beyond ASCII is UTF-8. */
function isMostlyBroken(sample: Uint8Array): boolean {
  const { broken, good } = countMarks(sample)
  return broken >= markedMin && broken > good
}

function countMarks(sample: Uint8Array) {
  const text = new TextDecoder().decode(sample)
  const count = (marks: RegExp) => text.match(marks)?.length ?? 0
  return { broken: count(/\uFFFD/g), good: count(/[\u0080-\uFFFC]/g) }
}

/** Default of the sniffer, which no document can declare; it shows that there is no declaration. */
const undeclared = 'x-undeclared'

function declaredEncoding(body: Uint8Array, kind: TextKind, label: string | undefined): string {
  const options = {
    defaultEncoding: undeclared,
    ...(label !== undefined && { transportLayerEncodingLabel: label }),
  }
  // Plain text contains no declaration; only the byte order mark and the header count.
  if (kind === 'text') return htmlEncodingSniffer(body.subarray(0, 3), options)
  if (kind === 'xml') return htmlEncodingSniffer(body, { ...options, xml: true })
  return htmlEncodingSniffer(body, { ...options, maxPrescanBytes: prescanBytesMax })
}

/** Bytes searched for a declaration. Browsers search 1,024 and restart when one comes later. */
const prescanBytesMax = 16_384

/** The `charset` parameter of a Content-Type header. */
function readCharset(contentType: string | undefined): string | undefined {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(contentType ?? '')
  return match?.[1] ?? match?.[2] ?? match?.[3]
}

/** Sample size for guessing the encoding, in bytes. */
const sampleBytesMax = 65_536

function guessEncoding(body: Uint8Array): string {
  const utf16 = guessUtf16(body)
  if (utf16) return utf16
  const sample = takeSample(body)
  // ISO-2022-JP is ASCII with escape sequences, and so valid UTF-8 too.
  if (sample.includes(0x1b) && decodesAs('iso-2022-jp', sample)) return 'iso-2022-jp'
  if (isUtf8(body) || isMostlyUtf8(sample)) return 'UTF-8'
  return detectEncoding(sample)
}

/** The first words of a text beyond ASCII, each with what stands beside it: long scripts and markup say nothing of its encoding. */
function takeSample(body: Uint8Array): Uint8Array {
  const sample = new Uint8Array(Math.min(body.length, sampleBytesMax))
  let [length, copied] = [0, 0]
  for (let index = 0; index < body.length && length < sample.length; index += 1) {
    if (!isBeyondAscii(body[index] ?? 0)) continue
    const part = body.subarray(Math.max(copied, index - besideBytes), index + besideBytes)
    copied = index + besideBytes
    sample.set(part.subarray(0, sample.length - length), length)
    length = Math.min(sample.length, length + part.length)
  }
  return sample.subarray(0, length)
}

const besideBytes = 64

/** Escape characters begin the words of ISO-2022-JP. */
const isBeyondAscii = (byte: number) => byte >= 0x80 || byte === 0x1b

/** A few invalid bytes in mostly valid UTF-8 are tolerated. */
function isMostlyUtf8(sample: Uint8Array): boolean {
  const { broken, good } = countMarks(sample)
  return good > 4 * broken
}

function decodesAs(encoding: string, bytes: Uint8Array): boolean {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    // A sample may end in the middle of a character.
    const text = decoder.decode(bytes, { stream: bytes.length >= sampleBytesMax })
    return encoding !== 'iso-2022-jp' || /[^\0-\x7F]/.test(text)
  } catch {
    return false
  }
}

/** Whether bytes with many zeros may be UTF-16 text. */
export const guessesUtf16 = (body: Uint8Array): boolean => guessUtf16(body) !== undefined

/**
 * Detects UTF-16 without a byte order mark: every second byte of ASCII characters is zero. In texts of other scripts these are spaces, signs
 * and ends of lines alone, but only in the right order of bytes they decode to letters.
 */
function guessUtf16(body: Uint8Array): string | undefined {
  const [first, second] = body
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = body.subarray(0, 512)
  let [even, odd] = [0, 0]
  for (let index = 0; index < sample.length; index += 1) {
    if (sample[index] !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
  }
  const half = sample.length / 2
  if (half < 4) return undefined
  if (odd > 0.4 * half && even < 0.05 * half) return 'utf-16le'
  if (even > 0.4 * half && odd < 0.05 * half) return 'utf-16be'
  if (odd + even < zerosMin) return undefined
  const [found, other] = ['utf-16le', 'utf-16be'].filter((encoding) =>
    isText(new TextDecoder(encoding).decode(sample)),
  )
  return other === undefined ? found : undefined
}

/** Other encodings have hardly any zeros. */
const zerosMin = 2
const commonShareMin = 0.9
const letters = /[\p{L}\p{M}\p{N}\p{P}\p{Zs}\s]/gu

/** Whether a decoded text consists of letters, signs and spaces; a character may be cut at its end. */
function isText(text: string): boolean {
  return (text.match(letters)?.length ?? 0) >= commonShareMin * text.length
}
