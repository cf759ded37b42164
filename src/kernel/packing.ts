import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const options = {
  params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
}

/** Up to this length, packing here takes less time than handing the work to a thread: a quarter of a millisecond. */
const packedAtOnceMax = 65_536

/** Bytes as they are kept: zstd with a checksum. */
export async function pack(bytes: Uint8Array | string): Promise<Uint8Array> {
  return bytes.length > packedAtOnceMax
    ? compress(bytes, options)
    : zstdCompressSync(bytes, options)
}

/** The bytes that were packed. Fails when they are broken. */
export async function unpack(packed: Uint8Array): Promise<Buffer> {
  return decompress(packed)
}
