import { decodeText, findEncoding } from '#content/bytes/charset.ts'

/**
 * The text of a page for the parser. UTF-8 is decoded where it is read, because most of a page is ASCII: one other character
 * would double the memory of the whole text and of all parts that are cut out of it.
 */
export interface Source {
  /** The decoded text, or one character for each byte of UTF-8, in which all signs of HTML have the same place. */
  readonly signs: string
  /** The UTF-8 that has not been decoded. */
  readonly utf8?: Utf8
  /** The whole text, decoded on first use. */
  readonly text: () => string
  readonly warnings: readonly string[]
}

export interface Utf8 {
  readonly bytes: Buffer
  /** The same bytes, four at a time. */
  readonly words: Int32Array
}

/** Reads the bytes of a page of HTML. */
export function readSource(body: Uint8Array, contentType: string | undefined): Source {
  const { encoding, warnings } = findEncoding(body, 'html', contentType)
  const utf8 = encoding === 'UTF-8' ? detectUtf8(body) : undefined
  if (!utf8 || isMostlyOther(utf8)) {
    return { ...decodedSource(decodeText(body, 'html', contentType).text), warnings }
  }
  let text: string | undefined
  return {
    signs: utf8.bytes.toString('latin1'),
    utf8,
    warnings,
    text: () => (text ??= utf8.bytes.toString('utf8')),
  }
}

export const decodedSource = (text: string): Source => ({
  signs: text,
  text: () => text,
  warnings: [],
})

const byteOrderMark = Buffer.from('\uFEFF')

function detectUtf8(body: Uint8Array): Utf8 {
  const all = Buffer.from(body.buffer, body.byteOffset, body.length)
  const marked = all.subarray(0, byteOrderMark.length).equals(byteOrderMark)
  const own = marked ? all.subarray(byteOrderMark.length) : all
  const bytes = own.byteOffset % wordLength === 0 ? own : Buffer.from(new Uint8Array(own).buffer)
  const count = Math.floor(bytes.length / wordLength)
  return { bytes, words: new Int32Array(bytes.buffer, bytes.byteOffset, count) }
}

const wordLength = 4
/** The highest bit of each byte of a word, which ASCII leaves unset. */
const otherBits = 0x80808080 | 0

/** In a page with a larger share of other characters, most texts would be decoded by themselves. */
const otherShareMax = 0.1
const sampleStep = 16

function isMostlyOther({ words }: Utf8): boolean {
  let other = 0
  for (let at = 0; at < words.length; at += sampleStep)
    if (((words[at] as number) & otherBits) !== 0) other++
  return other * sampleStep > otherShareMax * words.length
}

/** The next place of a byte that is not ASCII; the length of the text if there is none. */
export function nextOther({ bytes, words }: Utf8, start: number): number {
  let at = start
  while (at % wordLength !== 0 && at < bytes.length && isAscii(bytes, at)) at++
  if (at % wordLength !== 0) return at
  let word = at / wordLength
  while (word < words.length && ((words[word] as number) & otherBits) === 0) word++
  at = word * wordLength
  while (at < bytes.length && isAscii(bytes, at)) at++
  return at
}

const isAscii = (bytes: Buffer, at: number): boolean => (bytes[at] as number) < 0x80
