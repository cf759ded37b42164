import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { NetError } from './failure.ts'

const codingsMax = 2
const chunkSize = 64 * 1024

type Inflate = (body: Uint8Array, bytesMax: number) => Promise<Uint8Array>

const [gunzip, inflate, inflateRaw, brotli, zstd] = [
  promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflate),
  promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflateRaw),
  promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress),
  promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
]

/** Flushing instead of finishing keeps what a truncated body still says, as browsers do. */
const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants

const gzipCoding: Inflate = (body, maxOutputLength) =>
  gunzip(body, { maxOutputLength, chunkSize, finishFlush: Z_SYNC_FLUSH })

const codings: Record<string, Inflate> = {
  gzip: gzipCoding,
  'x-gzip': gzipCoding,
  // "deflate" means zlib, but some servers send the bare stream; the first octet tells.
  deflate: (body, maxOutputLength) =>
    ((body[0] ?? 0) & 0x0f) === 8
      ? inflate(body, { maxOutputLength, chunkSize, finishFlush: Z_SYNC_FLUSH })
      : inflateRaw(body, { maxOutputLength, chunkSize, finishFlush: Z_SYNC_FLUSH }),
  br: (body, maxOutputLength) =>
    brotli(body, { maxOutputLength, chunkSize, finishFlush: BROTLI_OPERATION_FLUSH }),
  zstd: (body, maxOutputLength) =>
    zstd(body, { maxOutputLength, chunkSize, finishFlush: ZSTD_e_flush }),
}

/**
 * Undoes Content-Encoding. Unknown codings leave the body as it came, as browsers do.
 * Throws `NetError` when it is not what it says, is wrapped too often, or grows past `bytesMax`.
 */
export async function decodeContent(
  body: Uint8Array,
  contentEncoding: string | undefined,
  bytesMax: number,
): Promise<Uint8Array> {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  if (names.length === 0 || body.length === 0) return body
  if (names.length > codingsMax) throw new NetError('site', 'ERR_CONTENT_DECODING_FAILED')
  let decoded = body
  for (const name of names.toReversed()) {
    const coding = codings[name]
    if (!coding) return body
    decoded = await undo(coding, decoded, bytesMax)
  }
  return decoded
}

async function undo(coding: Inflate, body: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  try {
    const decoded = await coding(body, bytesMax)
    if (decoded.length > 0) return decoded
  } catch (cause) {
    if (cause instanceof RangeError) throw new NetError('site', 'ERR_RESPONSE_TOO_BIG', { cause })
    throw new NetError('site', 'ERR_CONTENT_DECODING_FAILED', { cause })
  }
  throw new NetError('site', 'ERR_CONTENT_DECODING_FAILED')
}
