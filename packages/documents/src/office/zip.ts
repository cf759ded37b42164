import { crc32, inflateRawSync } from 'node:zlib'
import {
  deflated,
  findZipDirectory,
  readZipEntries,
  readZipHeaderBytes,
  stored,
  type ZipEntry,
} from '#base/zip-directory.ts'

/** Parts of a package by name; undefined for a missing, encrypted, damaged or too large part. */
export interface Package {
  readonly names: readonly string[]
  /** Some part needs a password. */
  readonly isEncrypted: boolean
  /** Parts read so far whose content is not what was written. */
  readonly changed: ReadonlySet<string>
  part(name: string, bytesMax?: number): Buffer | undefined
}

const entriesMax = 20_000
const partBytesMax = 8 * 1024 * 1024
/** Several readers need the same small parts, so these are kept. */
const keptPartBytesMax = 1024 * 1024
const keptBytesMax = 16 * 1024 * 1024
/**
 * The least and the usual size of the buffers of zlib. A small part gets one of its size, because buffers outside of the heap make
 * V8 search all of its memory often.
 */
const chunkBytes = { min: 64, max: 16 * 1024 }

/** Opens a ZIP file to read a few small parts. Undefined when its directory cannot be read. */
export function openPackage(bytes: Uint8Array): Package | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return readDirectory(file)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readDirectory(file: Buffer): Package | undefined {
  const directory = findZipDirectory(file)
  if (!directory || directory.count > entriesMax) return undefined
  const list = [...readZipEntries(file.subarray(directory.offset), directory.count)]
  const entries = new Map(list.map((entry) => [entry.name, entry]))
  const isEncrypted = list.some((entry) => entry.isEncrypted)
  const changed = new Set<string>()
  const part = createPart(file, entries, changed)
  return { names: [...entries.keys()], isEncrypted, changed, part }
}

function createPart(
  file: Buffer,
  entries: ReadonlyMap<string, ZipEntry>,
  changed: Set<string>,
): Package['part'] {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  return (name, bytesMax = partBytesMax) => {
    const known = kept.get(name)
    if (known) return known.length <= bytesMax ? known : undefined
    const entry = entries.get(name)
    const part = entry && readPart(file, entry, { bytesMax, onDamage: () => changed.add(name) })
    if (part && crc32(part) !== entry.checksum) changed.add(name)
    if (part && part.length <= Math.min(keptPartBytesMax, keptBytesMax - bytes)) {
      kept.set(name, part)
      bytes += part.length
    }
    return part
  }
}

function readPart(
  file: Buffer,
  { method, packedBytes, unpackedBytes, offset }: ZipEntry,
  { bytesMax, onDamage }: { readonly bytesMax: number; readonly onDamage: () => void },
): Buffer | undefined {
  try {
    const start = offset + readZipHeaderBytes(file.subarray(offset))
    const packed = file.subarray(start, start + packedBytes)
    if (method === stored) return packed.length <= bytesMax ? packed : undefined
    if (method !== deflated) {
      onDamage()
      return undefined
    }
    const chunkSize = Math.max(chunkBytes.min, Math.min(unpackedBytes + 1, chunkBytes.max))
    return inflateRawSync(packed, { maxOutputLength: bytesMax, chunkSize })
  } catch (error) {
    // A damaged part counts as missing, because the main text is not read here.
    if (!(error instanceof RangeError)) onDamage()
    return undefined
  }
}

/**
 * Replaces parts of a package: appends them uncompressed and rewrites the central directory.
 * Names that the package does not contain are ignored.
 */
export function replaceParts(bytes: Uint8Array, parts: ReadonlyMap<string, Buffer>): Buffer {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found = findZipDirectory(file)
  if (!found) return file
  const { offset: start, bytes: length, endOffset } = found
  const directory = Buffer.from(file.subarray(start, start + length))
  const added: Buffer[] = []
  let at = start
  for (let entry = 0; entry + 46 <= directory.length;) {
    const nameEnd = entry + 46 + directory.readUInt16LE(entry + 28)
    const name = directory.subarray(entry + 46, nameEnd)
    const part = parts.get(name.toString('utf8'))
    if (part) {
      const facts = storedFacts(part)
      facts.copy(directory, entry + 8)
      directory.writeUInt32LE(at, entry + 42)
      const local = Buffer.concat([
        Buffer.from('PK\x03\x04\x14\0', 'latin1'),
        facts,
        Buffer.alloc(4),
      ])
      local.writeUInt16LE(name.length, 26)
      added.push(local, name, part)
      at += local.length + name.length + part.length
    }
    entry = nameEnd + directory.readUInt16LE(entry + 30) + directory.readUInt16LE(entry + 32)
  }
  const tail = Buffer.from(file.subarray(endOffset))
  tail.writeUInt32LE(at, 16)
  return Buffer.concat([file.subarray(0, start), ...added, directory, tail])
}

/** Fields shared by the local and central headers of a stored (uncompressed) part. */
function storedFacts(part: Buffer): Buffer {
  const facts = Buffer.alloc(20)
  facts.writeUInt32LE(crc32(part), 8)
  facts.writeUInt32LE(part.length, 12)
  facts.writeUInt32LE(part.length, 16)
  return facts
}
