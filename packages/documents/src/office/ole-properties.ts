import type { ContentMetadata } from '#content/html/about/content-metadata.ts'
import type { OleFile } from './ole.ts'
import { shortValue } from './properties.ts'

/** Format id of the SummaryInformation property set, in file byte order ([MS-OLEPS]). */
const summaryId = Buffer.from('E0859FF2F94F6810AB9108002B27B3D9', 'hex')
const names: Readonly<Record<number, string>> = {
  2: 'title',
  3: 'subject',
  4: 'author',
  5: 'keywords',
  6: 'description',
  12: 'publishedTime',
  13: 'modifiedTime',
}
const propertiesMax = 64
/** A property type, and a number or the length of a string. */
const valueBytesMin = 8
/** The property set may contain a thumbnail. */
const headBytes = 65_536
const [typeText, typeWideText, typeTime, codePageId, utf8] = [0x1e, 0x1f, 0x40, 1, 65_001]

/** Title, author and dates of a binary office document. Unreadable properties are left out. */
export function readOleProperties(ole: OleFile): ContentMetadata {
  const file = ole.stream('\u0005SummaryInformation', headBytes) ?? Buffer.alloc(0)
  const at = file.indexOf(summaryId)
  // The format id is at offset 28, followed by the offset of the section.
  if (at < 28 || at + 20 > file.length) return {}
  const section = at - 28 + file.readUInt32LE(at + 16)
  try {
    return readSection(file, section)
  } catch (error) {
    if (error instanceof RangeError) return {}
    throw error
  }
}

function readSection(file: Buffer, section: number): ContentMetadata {
  const count = Math.min(propertiesMax, file.readUInt32LE(section + 4))
  const places = Array.from({ length: count }, (_, index) => {
    const entry = section + 8 + index * 8
    return { id: file.readUInt32LE(entry), at: section + file.readUInt32LE(entry + 4) }
  }).filter(({ at }) => at + valueBytesMin <= file.length)
  const page = places.find(({ id }) => id === codePageId)
  const encoding = detectEncoding(page ? file.readUInt16LE(page.at + 4) : 1252)
  const found: Record<string, string> = {}
  for (const { id, at } of places) {
    const name = names[id]
    const value = name === undefined ? undefined : readValue(file, at, encoding)
    if (name !== undefined && value) found[name] = value
  }
  return found
}

function readValue(file: Buffer, at: number, encoding: string): string | undefined {
  const type = file.readUInt32LE(at)
  if (type === typeTime) return readTime(file.readBigUInt64LE(at + 4))
  const length = Math.min(headBytes, file.readUInt32LE(at + 4))
  if (type === typeWideText) return clean(file.toString('utf16le', at + 8, at + 8 + length * 2))
  if (type !== typeText) return undefined
  return clean(new TextDecoder(encoding).decode(file.subarray(at + 8, at + 8 + length)))
}

const clean = (value: string) => shortValue(value.replace(/\0[^]*$/, '').trim())

/** FILETIME: units of 100 ns since 1601; zero in documents that were never saved. */
function readTime(ticks: bigint): string | undefined {
  const date = new Date(Number(ticks / 10_000n - 11_644_473_600_000n))
  return ticks > 0n && date.getUTCFullYear() >= 1970 && date.getUTCFullYear() < 2200
    ? date.toISOString()
    : undefined
}

function detectEncoding(codePage: number): string {
  if (codePage === utf8) return 'utf-8'
  if (codePage === 932) return 'shift_jis'
  if (codePage === 936) return 'gbk'
  if (codePage === 949) return 'euc-kr'
  if (codePage === 950) return 'big5'
  return codePage >= 1250 && codePage <= 1258 ? `windows-${codePage}` : 'windows-1252'
}
