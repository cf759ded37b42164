/** Where the directory of a ZIP file is. */
export interface ZipDirectory {
  readonly count: number
  readonly bytes: number
  readonly offset: number
  /** Of the end record, in the bytes that were searched. */
  readonly endOffset: number
}

/** A file in a ZIP file, as the directory states it, which may be wrong. */
export interface ZipEntry {
  readonly name: string
  readonly isEncrypted: boolean
  readonly method: number
  /** CRC-32 of its content. */
  readonly checksum: number
  readonly packedBytes: number
  readonly unpackedBytes: number
  /** Of its header. */
  readonly offset: number
}

export const stored = 0
export const deflated = 8
/** Length of the fixed part of the header before the data of a file. */
export const zipHeaderBytes = 30
/** The end record with the longest comment. */
export const zipEndBytesMax = 65_557
const endBytesMin = 20
const entryBytes = 46
const entrySignature = 0x02_01_4b_50

/** Finds the directory from the last bytes of a ZIP file, at least `zipEndBytesMax` where it has so many. Undefined without an end record. */
export function findZipDirectory(tail: Buffer): ZipDirectory | undefined {
  const end = tail.lastIndexOf('PK\x05\x06')
  if (end < Math.max(0, tail.length - zipEndBytesMax)) return undefined
  if (end + endBytesMin > tail.length) return undefined
  return {
    count: tail.readUInt16LE(end + 10),
    bytes: tail.readUInt32LE(end + 12),
    offset: tail.readUInt32LE(end + 16),
    endOffset: end,
  }
}

/** The entries of a directory, at most `count`, up to the first record that is not an entry. Throws `RangeError` for a truncated one. */
export function* readZipEntries(directory: Buffer, count: number): Generator<ZipEntry> {
  let at = 0
  for (let index = 0; index < count; index++) {
    if (directory.readUInt32LE(at) !== entrySignature) return
    const nameEnd = at + entryBytes + directory.readUInt16LE(at + 28)
    yield {
      name: directory.toString('utf8', at + entryBytes, nameEnd),
      isEncrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      method: directory.readUInt16LE(at + 10),
      checksum: directory.readUInt32LE(at + 16),
      packedBytes: directory.readUInt32LE(at + 20),
      unpackedBytes: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    }
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
}

/** Bytes from the header of a file to its data. */
export const readZipHeaderBytes = (header: Buffer): number =>
  zipHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
