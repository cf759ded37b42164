import type { Readable } from 'node:stream'

/** Stores files by name, in a folder or in S3-compatible storage. */
export interface FileStore {
  /** Fails with `SERVICE_UNAVAILABLE` if the storage is full or does not respond. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Stores a copy of a file of this machine, of any size. Fails like `put`. */
  putFile(name: string, path: string, contentType: string): Promise<void>
  /** Undefined for an unknown name. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Like `get`, for files that are too large for memory. */
  open(name: string): Promise<Readable | undefined>
  /** Does nothing for an unknown name. */
  remove(name: string): Promise<void>
}
