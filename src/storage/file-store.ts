/** Where whole files lie, by name; a folder, or storage that speaks the S3 protocol. */
export interface FileStore {
  /** Fails with `SERVICE_UNAVAILABLE` when there is no room or no answer. */
  put(name: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Undefined when there is none of this name. */
  get(name: string): Promise<Uint8Array | undefined>
  /** Removing what is not there is no failure. */
  remove(name: string): Promise<void>
}
