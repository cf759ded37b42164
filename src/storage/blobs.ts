/** Content-addressed store of compressed bytes, in the data folder or in a bucket; the address is the SHA-256 of the plain bytes. */
export interface Blobs {
  /** Stores once and answers the address (64 hex digits) and the bytes it takes on disk. */
  put(bytes: Uint8Array): Promise<{ address: string; storedBytes: number }>
  /** Undefined when it has been evicted. */
  get(address: string): Promise<Uint8Array | undefined>
  remove(address: string): Promise<void>
}
