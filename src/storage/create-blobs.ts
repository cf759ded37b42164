import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pack, unpack } from '#kernel/packing.ts'
import type { Blobs } from './blobs.ts'
import { undefinedIfMissing, writeWhole } from './whole-file.ts'

/**
 * Stores blobs as zstd files under `directory`. A power loss may lose the latest. Fails with
 * `SERVICE_UNAVAILABLE` when the disk is full.
 */
export function createBlobs(directory: string): Blobs {
  const makePath = (address: string) => join(directory, address.slice(0, 2), `${address}.zst`)
  return {
    async put(bytes) {
      const address = createHash('sha256').update(bytes).digest('hex')
      const path = makePath(address)
      const present = await stat(path).catch(undefinedIfMissing)
      if (present) return { address, storedBytes: present.size }
      const packed = await pack(bytes)
      await writeWhole(path, packed, { isLasting: false })
      return { address, storedBytes: packed.byteLength }
    },
    async get(address) {
      const path = makePath(address)
      const packed = await readFile(path).catch(undefinedIfMissing)
      const bytes = packed && (await unpack(packed).catch(() => undefined))
      // A damaged file would prevent writing it again.
      if (packed && !bytes) await rm(path, { force: true })
      return bytes
    },
    async remove(address) {
      await rm(makePath(address), { force: true })
    },
  }
}
