import { createCipheriv, createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ServiceError } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { readErrorCode } from '#base/error-code.ts'
import { isRunning } from '#kernel/processes.ts'

/** A file that exists as long as its request. */
export interface TemporaryFile extends AsyncDisposable {
  readonly path: string
  readonly key: Uint8Array
  readonly bytes: number
  readonly digest: string
}

/** Options for storing a stream. */
interface Keeping {
  readonly bytesMax: number
  readonly signal: AbortSignal
}

/** A folder that exists as long as its request. */
export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string
}

/** Files on disk, encrypted with keys that are only in memory: leftovers of a crash cannot be decrypted. */
export interface TemporaryFiles {
  /** Fails with `PAYLOAD_TOO_LARGE`, with `SERVICE_UNAVAILABLE` if the disk is full, or with the signal's reason. */
  keep(stream: Readable, keeping: Keeping): Promise<TemporaryFile>
  /** Makes an empty folder for programs, whose files are not encrypted. Only this user can read it. */
  makeFolder(): Promise<TemporaryFolder>
  /** Deletes files of processes that have ended. Call it once, at the start; files that this process has already are kept. */
  removeLeftovers(): Promise<void>
}

export function createTemporaryFiles(directory: string): TemporaryFiles {
  const current = new Set<string>()
  const add = () => {
    const name = `${process.pid}-${newId()}`
    current.add(name)
    const path = join(directory, name)
    const remove = async () => {
      await rm(path, { recursive: true, force: true })
      current.delete(name)
    }
    return { path, remove }
  }

  return {
    async keep(stream, keeping) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const { path, remove } = add()
      const key = randomBytes(32)
      try {
        const { bytes, digest } = await writeSealed(stream, { ...keeping, path, key })
        return { path, key, bytes, digest, [Symbol.asyncDispose]: remove }
      } catch (thrown) {
        await remove()
        throw toFailure(thrown)
      }
    },
    async makeFolder() {
      const { path, remove } = add()
      await mkdir(path, { recursive: true, mode: 0o700 })
      return { path, [Symbol.asyncDispose]: remove }
    },
    async removeLeftovers() {
      for (const name of await readdir(directory).catch(() => [])) {
        const owner = Number.parseInt(name, 10)
        // Others with the id of this process are of an earlier one.
        if (current.has(name) || (owner !== process.pid && isRunning(owner))) continue
        await rm(join(directory, name), { recursive: true, force: true })
      }
    },
  }
}

/** Writes a stream encrypted; returns its length and hash. */
export async function writeSealed(
  stream: Readable,
  { path, key, bytesMax, signal }: Keeping & { readonly path: string; readonly key: Uint8Array },
): Promise<{ bytes: number; digest: string }> {
  let bytes = 0
  const hash = createHash('sha256')
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      hash.update(chunk)
      if (bytes > bytesMax) done(new ServiceError('PAYLOAD_TOO_LARGE'))
      else done(null, chunk)
    },
  })
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  await pipeline(stream, count, cipher, createWriteStream(path, { mode: 0o600 }), { signal })
  return { bytes, digest: hash.digest('hex') }
}

function toFailure(thrown: unknown): unknown {
  const code = readErrorCode(thrown)
  return code === 'ENOSPC'
    ? new ServiceError('SERVICE_UNAVAILABLE', 'The disk is full.', { cause: thrown })
    : thrown
}
