import { createHash } from 'node:crypto'
import { pack, unpack } from '#kernel/packing.ts'
import type { Blobs } from './blobs.ts'
import type { FileStore } from './file-store.ts'

/** Stores blobs in a store that several machines share. Fails with `SERVICE_UNAVAILABLE` if it does not respond. */
export function createStoredBlobs(store: FileStore): Blobs {
  return {
    async put(bytes) {
      const address = createHash('sha256').update(bytes).digest('hex')
      const packed = await pack(bytes)
      // Testing for its existence would take as long as writing it.
      await store.put(makeName(address), packed, 'application/zstd')
      return { address, storedBytes: packed.byteLength }
    },
    async get(address) {
      const packed = await store.get(makeName(address))
      return packed && unpack(packed)
    },
    remove: (address) => store.remove(makeName(address)),
  }
}

const makeName = (address: string) => `${address.slice(0, 2)}/${address}.zst`
