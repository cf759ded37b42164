import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Blobs } from './blobs.ts'
import { undefinedIfMissing, writeWhole } from './whole-file.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Keeps blobs as zstd files under `directory`. Fails with `SERVICE_UNAVAILABLE` when the disk is full. */
export function createBlobs(directory: string): Blobs {
  const pathOf = (address: string) => join(directory, address.slice(0, 2), `${address}.zst`)
  return {
    async put(bytes) {
      const address = createHash('sha256').update(bytes).digest('hex')
      const path = pathOf(address)
      const present = await stat(path).catch(undefinedIfMissing)
      if (present) return { address, storedBytes: present.size }
      const packed = await compress(bytes, options)
      await writeWhole(path, packed)
      return { address, storedBytes: packed.byteLength }
    },
    async get(address) {
      const packed = await readFile(pathOf(address)).catch(undefinedIfMissing)
      return packed && decompress(packed)
    },
    async remove(address) {
      await rm(pathOf(address), { force: true })
    },
  }
}
