import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { readErrorCode } from '#base/error-code.ts'
import { NetError } from './failure.ts'

const codingsMax = 2
const chunkSize = 64 * 1024

/**
 * Small bodies are decoded synchronously, which is faster than the thread pool, whose threads may be blocked. A result beyond the
 * second limit is decoded again in the pool.
 */
const packedBytesSynchronousMax = 64 * 1024
const bytesSynchronousMax = 512 * 1024

type Unpack = (
  body: Uint8Array,
  options: object,
  done: (error: Error | null, body: Buffer) => void,
) => void

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants

/** `finishFlush`: flushing instead of finishing returns the available part of a truncated body, as browsers do. */
const makeCoding = (
  synchronously: (body: Uint8Array, options: object) => Uint8Array,
  unpack: Unpack,
  finishFlush: number = Z_SYNC_FLUSH,
) => ({ synchronously, aside: promisify<Uint8Array, object, Buffer>(unpack), finishFlush })
type Coding = ReturnType<typeof makeCoding>

const gzip = makeCoding(zlib.gunzipSync, zlib.gunzip)
const deflate = makeCoding(zlib.inflateSync, zlib.inflate)
const bareDeflate = makeCoding(zlib.inflateRawSync, zlib.inflateRaw)
const brotli = makeCoding(zlib.brotliDecompressSync, zlib.brotliDecompress, BROTLI_OPERATION_FLUSH)
const zstd = makeCoding(zlib.zstdDecompressSync, zlib.zstdDecompress, ZSTD_e_flush)

const codings: Record<string, (body: Uint8Array) => Coding> = {
  gzip: () => gzip,
  'x-gzip': () => gzip,
  // "deflate" means zlib, but some servers send the raw stream; the first byte tells.
  deflate: ([first = 0]) => ((first & 0x0f) === 8 ? deflate : bareDeflate),
  br: () => brotli,
  zstd: () => zstd,
}

/** A decoded body. */
export interface Decoded {
  readonly body: Uint8Array
  /** The encoded body was incomplete. */
  readonly isCut: boolean
}

/**
 * Decodes a body by Content-Encoding. Unknown encodings are ignored, as browsers do. Throws `NetError` if the body is damaged, has
 * too many encodings, or exceeds `bytesMax`.
 */
export async function decodeContent(
  body: Uint8Array,
  contentEncoding: string | undefined,
  bytesMax: number,
): Promise<Decoded> {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
  const asItCame = { body, isCut: false }
  if (names.length === 0 || body.length === 0) return asItCame
  if (names.length > codingsMax) throw new NetError('site', 'ERR_CONTENT_DECODING_FAILED')
  if (names.some((name) => !Object.hasOwn(codings, name))) return asItCame
  let decoded: Decoded = asItCame
  for (const name of names.toReversed()) {
    const coding = codings[name]?.(decoded.body)
    if (!coding) continue
    const { isCut } = decoded
    const unpacked = await unpack(coding, decoded.body, bytesMax)
    decoded = { body: unpacked.body, isCut: isCut || unpacked.isCut }
  }
  return decoded
}

/** Decodes an incomplete body as far as possible. */
async function unpack(coding: Coding, body: Uint8Array, bytesMax: number): Promise<Decoded> {
  try {
    return { body: await unpackBy(coding, body, { bytesMax }), isCut: false }
  } catch (error) {
    if (error instanceof NetError && error.reason === tooBig) throw error
  }
  const { finishFlush } = coding
  return { body: await unpackBy(coding, body, { bytesMax, finishFlush }), isCut: true }
}

interface DecodeLimits {
  readonly bytesMax: number
  readonly finishFlush?: number
}

async function unpackBy(
  coding: Coding,
  body: Uint8Array,
  limits: DecodeLimits,
): Promise<Uint8Array> {
  try {
    const decoded =
      synchronously(coding, body, limits) ?? (await coding.aside(body, makeOptions(limits)))
    if (decoded.length > 0) return decoded
  } catch (cause) {
    const reason = isTooBig(cause) ? tooBig : 'ERR_CONTENT_DECODING_FAILED'
    throw new NetError('site', reason, { cause })
  }
  throw new NetError('site', 'ERR_CONTENT_DECODING_FAILED')
}

function synchronously(
  coding: Coding,
  body: Uint8Array,
  limits: DecodeLimits,
): Uint8Array | undefined {
  if (body.length > packedBytesSynchronousMax) return undefined
  const bytesMax = Math.min(limits.bytesMax, bytesSynchronousMax)
  try {
    return coding.synchronously(body, makeOptions({ ...limits, bytesMax }))
  } catch (error) {
    if (isTooBig(error)) return undefined
    throw error
  }
}

const tooBig = 'ERR_RESPONSE_TOO_BIG'

const makeOptions = ({ bytesMax, ...flush }: DecodeLimits) => ({
  ...flush,
  maxOutputLength: bytesMax,
  chunkSize,
})

const isTooBig = (error: unknown) =>
  error instanceof RangeError && readErrorCode(error) === 'ERR_BUFFER_TOO_LARGE'
