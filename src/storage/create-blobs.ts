import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { ServiceError } from '#kernel/errors.ts'
import type { Blobs } from './blobs.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const retryAfterSeconds = 10

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

/** Readers see the whole file or none: it gets its name only when it is complete. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(draft, bytes, { flush: true })
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    if (!isCode(cause, 'ENOSPC') && !isCode(cause, 'EDQUOT')) throw cause
    const message = 'The disk of the service is full. Try again later.'
    throw new ServiceError('SERVICE_UNAVAILABLE', message, { cause, retryAfterSeconds })
  }
}

function undefinedIfMissing(thrown: unknown): undefined {
  if (!isCode(thrown, 'ENOENT')) throw thrown
}

function isCode(thrown: unknown, code: string): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === code
}
