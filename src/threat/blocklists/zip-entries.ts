import { open, type FileHandle } from 'node:fs/promises'

/** A file in a ZIP archive: where its data are. */
export interface ZipEntry {
  readonly start: number
  readonly bytes: number
  readonly isDeflated: boolean
}

const endSignature = 0x06_05_4b_50
const entrySignature = 0x02_01_4b_50
const endBytes = 22
const commentBytesMax = 65_535
const entryBytes = 46
const localBytes = 30
const directoryBytesMax = 1024 * 1024
const entriesMax = 100
const stored = 0
const deflated = 8
const encryptedFlag = 1

/** Finds the files of an archive by its directory. Fails for archives that are damaged, encrypted, or larger than 4 GB. */
export async function readZipEntries(path: string): Promise<ZipEntry[]> {
  await using file = await open(path)
  const { size } = await file.stat()
  const tail = await read(file, Math.max(0, size - endBytes - commentBytesMax), size)
  const end = tail.lastIndexOf(signatureOf(endSignature))
  if (end === -1 || end + endBytes > tail.length) throw damaged()
  const count = tail.readUInt16LE(end + 10)
  const bytes = tail.readUInt32LE(end + 12)
  const offset = tail.readUInt32LE(end + 16)
  if (count > entriesMax || bytes > directoryBytesMax || offset + bytes > size) throw damaged()
  const directory = await read(file, offset, offset + bytes)
  const entries: ZipEntry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + entryBytes > directory.length) throw damaged()
    if (directory.readUInt32LE(at) !== entrySignature) throw damaged()
    entries.push(await entryAt(file, directory.subarray(at), size))
    at += entryBytes
    at +=
      directory.readUInt16LE(at - 18) +
      directory.readUInt16LE(at - 16) +
      directory.readUInt16LE(at - 14)
  }
  return entries
}

async function entryAt(file: FileHandle, record: Buffer, size: number): Promise<ZipEntry> {
  const method = record.readUInt16LE(10)
  const isEncrypted = (record.readUInt16LE(8) & encryptedFlag) !== 0
  if (isEncrypted || (method !== stored && method !== deflated)) throw damaged()
  const bytes = record.readUInt32LE(20)
  const header = record.readUInt32LE(42)
  const local = await read(file, header, header + localBytes)
  if (local.length < localBytes) throw damaged()
  const start = header + localBytes + local.readUInt16LE(26) + local.readUInt16LE(28)
  if (start + bytes > size) throw damaged()
  return { start, bytes, isDeflated: method === deflated }
}

async function read(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
  return buffer.subarray(0, bytesRead)
}

function signatureOf(signature: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(signature)
  return bytes
}

const damaged = () => new Error('The ZIP archive is damaged, encrypted or too large.')
