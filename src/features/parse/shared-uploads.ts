import { rm } from 'node:fs/promises'
import { ServiceError } from '#kernel/errors.ts'
import type { Sql } from '#storage/database.ts'
import type { FileStore } from '#storage/file-store.ts'
import { writeWhole } from '#storage/whole-file.ts'

interface SharedUploadsDeps {
  readonly database: Sql
  readonly bucket: FileStore
}

const removedAtOnce = 200

/** Uploaded files in a bucket, where every process finds them. Their rows say so before they are there, so that none is forgotten. */
export function createSharedUploads({ database, bucket }: SharedUploadsDeps) {
  const note = (id: string, isThere: boolean) =>
    database.query('update uploads set in_bucket = $2 where id = $1', [id, isThere])

  async function remove(id: string): Promise<void> {
    await bucket.remove(id)
    await note(id, false)
  }

  return {
    /** Moves a file of this machine there. */
    async put(id: string, path: string): Promise<void> {
      await note(id, true)
      await bucket.putFile(id, path, 'application/octet-stream')
      await rm(path)
    },
    /** Copies a file to this machine; false when it is not there. Fails with `SERVICE_UNAVAILABLE`. */
    async get(id: string, path: string): Promise<boolean> {
      const stream = await bucket.open(id)
      if (!stream) return false
      await writeWhole(path, () => stream).catch((cause: unknown) => {
        if (cause instanceof ServiceError) throw cause
        const message = 'The uploaded file could not be read from the file storage. Try again.'
        throw new ServiceError('SERVICE_UNAVAILABLE', message, { cause, retryAfterSeconds: 1 })
      })
      return true
    },
    remove,
    /** Removes the files of uploads that have expired. */
    async sweep(): Promise<void> {
      let removed = removedAtOnce
      while (removed === removedAtOnce) {
        const rows = await database.query<{ id: string }>(
          'select id from uploads where in_bucket and expires_at <= now() limit $1',
          [removedAtOnce],
        )
        for (const { id } of rows) await remove(id)
        removed = rows.length
      }
    },
  }
}
