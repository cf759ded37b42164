import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { ServiceError } from '#kernel/errors.ts'
import { readErrorCode } from '#base/error-code.ts'

const retryAfterSeconds = 10

/**
 * Writes a file atomically: it gets its name when it is complete. Only the owner can read it and the folders created for it.
 * A function opens its content, for each attempt anew. Without `isLasting`, a power loss may leave a damaged file. Fails with `SERVICE_UNAVAILABLE` when the disk is full.
 */
export async function writeWhole(
  path: string,
  content: Uint8Array | (() => Readable),
  { isLasting } = { isLasting: true },
): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`
  const write = () =>
    writeFile(draft, typeof content === 'function' ? content() : content, {
      flush: isLasting,
      mode: 0o600,
    })
  try {
    await write().catch(async (thrown: unknown) => {
      // Most folders exist already.
      if (readErrorCode(thrown) !== 'ENOENT') throw thrown
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await write()
    })
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    if (readErrorCode(cause) !== 'ENOSPC' && readErrorCode(cause) !== 'EDQUOT') throw cause
    const message = 'The disk of the service is full. Try again later.'
    throw new ServiceError('SERVICE_UNAVAILABLE', message, { cause, retryAfterSeconds })
  }
}

/** For `catch`: returns undefined for a missing file. */
export function undefinedIfMissing(thrown: unknown): undefined {
  if (readErrorCode(thrown) !== 'ENOENT') throw thrown
}
