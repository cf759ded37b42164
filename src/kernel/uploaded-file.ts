/** A file a caller sent, encrypted on disk under a key that is in memory alone: it goes with its request. */
export interface UploadedFile extends AsyncDisposable {
  readonly path: string
  /** AES-256 in counter mode, the counter beginning at zero. */
  readonly key: Uint8Array
  readonly bytes: number
  /** SHA-256 of the plain bytes, in hex. */
  readonly digest: string
  readonly name: string | undefined
  /** As the caller declared it. */
  readonly contentType: string | undefined
}

/** The largest file that may be sent (docs/api/parse.md). */
export const fileBytesMax = 50 * 1024 * 1024
