import { promisify } from 'node:util'
import { constants, createZstdDecompress, zstdCompress, zstdCompressSync } from 'node:zlib'
import { joinBytes } from './join-bytes.ts'

/** A document as JSON, compressed with zstd, and the length of the JSON. */
export interface PackedDocument {
  readonly bytes: Uint8Array
  readonly jsonBytes: number
}

const partBytes = 65_536
const compress = promisify(zstdCompress)

const options = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** Up to this length, compressing on the main thread (a quarter of a millisecond) is faster than in a thread. */
const packedAtOnceMax = 65_536

/** Compresses with zstd and a checksum. */
export async function pack(bytes: Uint8Array | string): Promise<Uint8Array> {
  return bytes.length > packedAtOnceMax
    ? compress(bytes, options)
    : zstdCompressSync(bytes, options)
}

/** Decompresses. Throws if the bytes are damaged. */
export async function unpack(packed: Uint8Array): Promise<Buffer> {
  const parts: Buffer[] = []
  const stream = createZstdDecompress({ chunkSize: partBytes })
  stream.end(packed)
  for await (const part of stream) parts.push(part)
  return joinBytes(parts)
}
