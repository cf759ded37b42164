import { promisify } from 'node:util'
import {
  constants,
  createZstdDecompress,
  zstdCompress,
  zstdCompressSync,
  zstdDecompressSync,
} from 'node:zlib'
import { readErrorCode } from '#base/error-code.ts'
import { joinBytes } from './join-bytes.ts'

/** A document as JSON, compressed with zstd, and the length of the JSON. */
export interface PackedDocument {
  readonly bytes: Uint8Array
  readonly jsonBytes: number
}

/** Each part is a round trip to a thread. */
const partBytes = 262_144
/** Of a part whose length is known; zlib takes no shorter ones. */
const [partBytesMin, partBytesMax] = [64, 16 * 1_024 ** 2]
const compress = promisify(zstdCompress)

/** Of compressed parts: each is a turn of the main thread, which takes a third of the time with these as with those of Node. */
export const packedPartBytes = 65_536

const options = {
  chunkSize: packedPartBytes,
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

/** What is decompressed on the main thread: a stream takes five times as long for the page of an ordinary site. */
const unpackedAtOnce = { packedMax: 16_384, bytesMax: 131_072 }

/** Decompresses; faster if the length of the result is known. Throws if the bytes are damaged. */
export async function unpack(packed: Uint8Array, length = partBytes): Promise<Buffer> {
  const small = packed.length <= unpackedAtOnce.packedMax ? unpackAtOnce(packed) : undefined
  if (small) return small
  const parts: Buffer[] = []
  // With room for one byte more it is known to be all.
  const chunkSize = Math.min(Math.max(length + 1, partBytesMin), partBytesMax)
  const stream = createZstdDecompress({ chunkSize })
  stream.end(packed)
  for await (const part of stream) parts.push(part)
  return joinBytes(parts)
}

/** Undefined if it becomes too long. */
function unpackAtOnce(packed: Uint8Array): Buffer | undefined {
  try {
    return zstdDecompressSync(packed, { maxOutputLength: unpackedAtOnce.bytesMax })
  } catch (thrown) {
    if (readErrorCode(thrown) === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw thrown
  }
}
