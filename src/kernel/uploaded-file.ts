/** An uploaded file, encrypted on disk with a key that is only in memory. It is deleted after the request. */
export interface UploadedFile extends AsyncDisposable {
  readonly path: string
  /** AES-256 in counter mode, the counter beginning at zero. */
  readonly key: Uint8Array
  readonly bytes: number
  /** SHA-256 of the plain bytes, in hex. */
  readonly digest: string
  readonly name: string | undefined
  /** As declared by the caller. */
  readonly contentType: string | undefined
}

/** Maximum size of an uploaded file (docs/api/parse.md). */
export const fileBytesMax = 50 * 1024 * 1024

/** Files of one team that arrive at the same time; all together may be some more. */
export const uploadSlots = {
  perTeamMax: 32,
  refusal: 'Too many files of your team are being uploaded. Wait until one has arrived.',
}
