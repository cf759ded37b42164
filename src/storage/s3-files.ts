import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { S3mini } from 's3mini'
import { ServiceError } from '#kernel/errors.ts'
import type { FileStore } from './file-store.ts'

/** A bucket of S3-compatible storage. */
export interface Bucket {
  /** Includes the bucket as its path: `https://s3.example.org/weir`. */
  readonly endpoint: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const answerMsMax = 30_000
/** For files that are too large for memory. */
const transferMsMax = 600_000
const retryAfterSeconds = 10

/** Stores files in a bucket, below `folder`. */
export function createS3Files(bucket: Bucket, folder: string): FileStore {
  const s3 = new S3mini({ ...bucket, requestAbortTimeout: answerMsMax })
  const slow = new S3mini({ ...bucket, requestAbortTimeout: transferMsMax })
  return {
    async put(name, bytes, contentType) {
      await answered(s3.putObject(`${folder}/${name}`, bytes, contentType))
    },
    async putFile(name, path, contentType) {
      const file = await openAsBlob(path)
      await answered(slow.putObject(`${folder}/${name}`, file, contentType))
    },
    async get(name) {
      const bytes = await answered(s3.getObjectArrayBuffer(`${folder}/${name}`))
      return bytes === null ? undefined : new Uint8Array(bytes)
    },
    async open(name) {
      const answer = await answered(slow.getObjectResponse(`${folder}/${name}`))
      return answer?.body ? Readable.fromWeb(answer.body) : undefined
    },
    async remove(name) {
      await answered(s3.deleteObject(`${folder}/${name}`))
    },
  }
}

async function answered<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (cause) {
    const message = 'The file storage of the service does not respond. Try again later.'
    throw new ServiceError('SERVICE_UNAVAILABLE', message, { cause, retryAfterSeconds })
  }
}
