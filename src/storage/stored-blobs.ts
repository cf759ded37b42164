import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import type { Blobs } from './blobs.ts'
import type { FileStore } from './file-store.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Keeps blobs in a store that several machines share. Fails with `SERVICE_UNAVAILABLE` when it does not answer. */
export function createStoredBlobs(store: FileStore): Blobs {
  return {
    async put(bytes) {
      const address = createHash('sha256').update(bytes).digest('hex')
      const packed = await compress(bytes, options)
      // Asking whether it is there already would take as long as writing it.
      await store.put(nameOf(address), packed, 'application/zstd')
      return { address, storedBytes: packed.byteLength }
    },
    async get(address) {
      const packed = await store.get(nameOf(address))
      return packed && decompress(packed)
    },
    remove: (address) => store.remove(nameOf(address)),
  }
}

const nameOf = (address: string) => `${address.slice(0, 2)}/${address}.zst`
