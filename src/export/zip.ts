import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { encodeText } from '#kernel/encode-text.ts'
import { createYields } from '#kernel/event-loop.ts'
import { effort, threadBytesMin } from './compression.ts'
import { mapInOrder } from './map-in-order.ts'

const deflate = promisify(deflateRaw)
const checkedAtOnce = 1_024 ** 2
const compressed = {
  itemsMax: 4,
  measureSize: ({ content }: ZipFile) => content.length,
  sizeMax: 4 * 1024 * 1024,
} as const

export interface ZipFile {
  /** Path in the archive, with `/`. */
  readonly name: string
  readonly content: string
}

/** ZIP64 records hold what is larger. */
const uint16Max = 0xffff
const uint32Max = 0xffffffff
const deflated = 8
const utf8Name = 0x0800
const classic = 20
const zip64 = 45
const madeByUnix = (3 << 8) | zip64
const regularFile = 0o100644

interface Entry {
  readonly name: Buffer
  readonly crc: number
  readonly compressedSize: number
  readonly size: number
  readonly offset: number
}

/**
 * A ZIP archive, written while the files are read. Each file is compressed before its header, so that readers need no data
 * descriptors. Only the directory is kept in memory: about 150 bytes a file.
 */
export async function* zip(files: AsyncIterable<ZipFile>, date: Date): AsyncGenerator<Buffer> {
  const time = dosTime(date)
  // As text: a small buffer would keep the block in memory from which it was cut, with the content of other files.
  const directory: string[] = []
  let offset = 0
  for await (const { packed, ...file } of mapInOrder(files, compress, compressed)) {
    const entry: Entry = { ...file, offset }
    const head = localHeader(entry, time)
    directory.push(directoryHeader(entry, time).toString('latin1'))
    offset += head.length + packed.length
    yield head
    yield packed
  }
  const records = Buffer.from(directory.join(''), 'latin1')
  yield records
  yield endOfDirectory({ count: directory.length, size: records.length, offset })
}

async function compress({ name, content }: ZipFile) {
  const bytes = await encodeText(content)
  const packed =
    bytes.length < threadBytesMin ? deflateRawSync(bytes, effort) : await deflate(bytes, effort)
  const crc = await computeChecksum(bytes)
  const sizes = { crc, compressedSize: packed.length, size: bytes.length }
  return { name: Buffer.from(name), ...sizes, packed }
}

async function computeChecksum(bytes: Buffer): Promise<number> {
  const yields = createYields()
  let crc = 0
  for (let at = 0; at < bytes.length; at += checkedAtOnce) {
    crc = crc32(bytes.subarray(at, at + checkedAtOnce), crc)
    await yields.next()
  }
  return crc
}

/** Date and time as MS-DOS stores them, in UTC. */
function dosTime(date: Date): number {
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5)
  const clock = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5)
  return ((day | date.getUTCDate()) * 2 ** 16 + (clock | (date.getUTCSeconds() >> 1))) >>> 0
}

/** What the header of a file and its entry in the directory share, from the flags to the length of the name. */
function shared({ name, crc, compressedSize, size }: Entry, time: number): Buffer {
  const part = Buffer.alloc(22)
  part.writeUInt16LE(utf8Name, 0)
  part.writeUInt16LE(deflated, 2)
  part.writeUInt32LE(time, 4)
  part.writeUInt32LE(crc, 8)
  part.writeUInt32LE(compressedSize, 12)
  part.writeUInt32LE(size, 16)
  part.writeUInt16LE(name.length, 20)
  return part
}

function localHeader(entry: Entry, time: number): Buffer {
  const start = Buffer.alloc(6)
  start.write('PK\x03\x04', 'latin1')
  start.writeUInt16LE(classic, 4)
  return Buffer.concat([start, shared(entry, time), Buffer.alloc(2), entry.name])
}

function directoryHeader(entry: Entry, time: number): Buffer {
  const isFar = entry.offset >= uint32Max
  const start = Buffer.alloc(8)
  start.write('PK\x01\x02', 'latin1')
  start.writeUInt16LE(madeByUnix, 4)
  start.writeUInt16LE(isFar ? zip64 : classic, 6)
  const end = Buffer.alloc(16)
  end.writeUInt16LE(isFar ? 12 : 0, 0)
  end.writeUInt32LE(regularFile * 2 ** 16, 8)
  end.writeUInt32LE(Math.min(entry.offset, uint32Max), 12)
  const far = Buffer.alloc(isFar ? 12 : 0)
  if (isFar) {
    far.writeUInt16LE(1, 0)
    far.writeUInt16LE(8, 2)
    far.writeBigUInt64LE(BigInt(entry.offset), 4)
  }
  return Buffer.concat([start, shared(entry, time), end, entry.name, far])
}

interface Directory {
  readonly count: number
  readonly size: number
  readonly offset: number
}

function endOfDirectory({ count, size, offset }: Directory): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Math.min(count, uint16Max), 8)
  end.writeUInt16LE(Math.min(count, uint16Max), 10)
  end.writeUInt32LE(Math.min(size, uint32Max), 12)
  end.writeUInt32LE(Math.min(offset, uint32Max), 16)
  const isClassic = count < uint16Max && size < uint32Max && offset < uint32Max
  if (isClassic) return end
  const large = Buffer.alloc(56)
  large.write('PK\x06\x06', 'latin1')
  large.writeBigUInt64LE(44n, 4)
  large.writeUInt16LE(madeByUnix, 12)
  large.writeUInt16LE(zip64, 14)
  large.writeBigUInt64LE(BigInt(count), 24)
  large.writeBigUInt64LE(BigInt(count), 32)
  large.writeBigUInt64LE(BigInt(size), 40)
  large.writeBigUInt64LE(BigInt(offset), 48)
  const locator = Buffer.alloc(20)
  locator.write('PK\x06\x07', 'latin1')
  locator.writeBigUInt64LE(BigInt(offset + size), 8)
  locator.writeUInt32LE(1, 16)
  return Buffer.concat([large, locator, end])
}
