import { absoluteHttpUrl } from '#content/html/page-url.ts'

/** Bytes of a file. */
export interface ByteRange {
  readonly start: number
  readonly length: number
}

/** A piece of a track. */
export interface Part {
  readonly url: string
  readonly range?: ByteRange | undefined
  /** AES-128 in CBC mode; the URL leads to the 16 bytes of the key. */
  readonly encryption?: { readonly keyUrl: string; readonly iv: Buffer } | undefined
}

/** Parts that make one file when they are joined in this order. */
export type Track = readonly Part[]

/** A stream cannot be fetched; the message says why, in a sentence for the caller. */
export class StreamRefusedError extends Error {
  override name = 'StreamRefusedError'
}

export const secondsMax = 4 * 3_600
/** Of one track; four hours have fewer parts. */
const partsMax = 20_000

/** The absolute URL of a part. Whatever is not plain http or https is refused, as are line breaks and other control characters. */
export function partUrl(reference: string, baseUrl: string): string {
  const written = reference.trim()
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  const url = /[\0-\x1f\x7f]/.test(written) ? undefined : absoluteHttpUrl(written, baseUrl)
  if (url !== undefined) return url
  throw new StreamRefusedError(
    'The stream of this page names a part that is not at an http or https URL.',
  )
}

/** Fails when a track has more parts than are fetched. */
export function assertFew(parts: Track): void {
  if (parts.length > partsMax)
    throw new StreamRefusedError(`The stream of this page has more than ${partsMax} parts.`)
}
