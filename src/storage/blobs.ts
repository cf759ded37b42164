/** Content-addressed store of compressed bytes, in the data folder or a bucket. The address is the SHA-256 of the plain bytes. */
export interface Blobs {
  /** Stores the bytes, once. Returns the address (64 hex digits) and the bytes on disk. */
  put(bytes: Uint8Array): Promise<{ address: string; storedBytes: number }>
  /** Undefined if it has been evicted. */
  get(address: string): Promise<Uint8Array | undefined>
  remove(address: string): Promise<void>
}
