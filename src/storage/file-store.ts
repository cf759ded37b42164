/** Stores files by name, in a folder or in S3-compatible storage. */
export interface FileStore {
  /** Fails with `SERVICE_UNAVAILABLE` if the storage is full or does not respond. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Undefined for an unknown name. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Does nothing for an unknown name. */
  remove(name: string): Promise<void>
}
