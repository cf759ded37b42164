import { open, type FileHandle } from 'node:fs/promises'
import {
  deflated,
  findZipDirectory,
  readZipEntries,
  readZipHeaderBytes,
  stored,
  zipEndBytesMax,
  zipHeaderBytes,
  type ZipEntry,
} from '#base/zip-directory.ts'

/** Where the data of a file in a ZIP archive are. */
export interface ZipData {
  readonly start: number
  readonly bytes: number
  readonly isDeflated: boolean
}

const directoryBytesMax = 1024 * 1024
const entriesMax = 100

/** Finds the files of an archive by its directory. Fails for archives that are damaged, encrypted, or larger than 4 GB. */
export async function findZipData(path: string): Promise<ZipData[]> {
  await using file = await open(path)
  const { size } = await file.stat()
  const found = findZipDirectory(await read(file, Math.max(0, size - zipEndBytesMax), size))
  if (!found || found.count > entriesMax || found.bytes > directoryBytesMax) throw damaged()
  const { count, offset, bytes } = found
  if (offset + bytes > size) throw damaged()
  const entries = listEntries(await read(file, offset, offset + bytes), count)
  const data: ZipData[] = []
  for (const entry of entries) data.push(await findData(file, entry, size))
  return data
}

function listEntries(directory: Buffer, count: number): ZipEntry[] {
  try {
    const entries = [...readZipEntries(directory, count)]
    if (entries.length === count) return entries
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
  }
  throw damaged()
}

async function findData(file: FileHandle, entry: ZipEntry, size: number): Promise<ZipData> {
  const { isEncrypted, method, packedBytes: bytes, offset } = entry
  if (isEncrypted || (method !== stored && method !== deflated)) throw damaged()
  const header = await read(file, offset, offset + zipHeaderBytes)
  if (header.length < zipHeaderBytes) throw damaged()
  const start = offset + readZipHeaderBytes(header)
  if (start + bytes > size) throw damaged()
  return { start, bytes, isDeflated: method === deflated }
}

async function read(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.alloc(end - start)
  const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
  return buffer.subarray(0, bytesRead)
}

const damaged = () => new Error('The ZIP archive is damaged, encrypted or too large.')
