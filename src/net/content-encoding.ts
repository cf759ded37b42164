import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import { NetError } from './failure.ts'

const codingsMax = 2
const chunkSize = 64 * 1024

/**
 * Small bodies are unpacked on the spot: it takes less time than a turn through the thread pool,
 * which name look-ups may be holding. What grows past the second bound starts again over there.
 */
const packedBytesOnTheSpotMax = 64 * 1024
const bytesOnTheSpotMax = 512 * 1024

interface Coding {
  readonly onTheSpot: (body: Uint8Array, options: object) => Uint8Array
  readonly aside: (body: Uint8Array, options: object) => Promise<Uint8Array>
  /** Flushing instead of finishing keeps what a truncated body still says, as browsers do. */
  readonly finishFlush: number
}

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH, ZSTD_e_flush } = zlib.constants

const gzip: Coding = {
  onTheSpot: zlib.gunzipSync,
  aside: promisify<Uint8Array, object, Buffer>(zlib.gunzip),
  finishFlush: Z_SYNC_FLUSH,
}
const deflate: Coding = {
  onTheSpot: zlib.inflateSync,
  aside: promisify<Uint8Array, object, Buffer>(zlib.inflate),
  finishFlush: Z_SYNC_FLUSH,
}
const bareDeflate: Coding = {
  onTheSpot: zlib.inflateRawSync,
  aside: promisify<Uint8Array, object, Buffer>(zlib.inflateRaw),
  finishFlush: Z_SYNC_FLUSH,
}
const brotli: Coding = {
  onTheSpot: zlib.brotliDecompressSync,
  aside: promisify<Uint8Array, object, Buffer>(zlib.brotliDecompress),
  finishFlush: BROTLI_OPERATION_FLUSH,
}
const zstd: Coding = {
  onTheSpot: zlib.zstdDecompressSync,
  aside: promisify<Uint8Array, object, Buffer>(zlib.zstdDecompress),
  finishFlush: ZSTD_e_flush,
}

const codings: Record<string, (body: Uint8Array) => Coding> = {
  gzip: () => gzip,
  'x-gzip': () => gzip,
  // "deflate" means zlib, but some servers send the bare stream; the first octet tells.
  deflate: ([first = 0]) => ((first & 0x0f) === 8 ? deflate : bareDeflate),
  br: () => brotli,
  zstd: () => zstd,
}

/** A body with its codings undone. */
export interface Decoded {
  readonly body: Uint8Array
  /** It ended before its coding did. */
  readonly isCut: boolean
}

/**
 * Undoes Content-Encoding. Unknown codings leave the body as it came, as browsers do.
 * Throws `NetError` when it is not what it says, is wrapped too often, or grows past `bytesMax`.
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

/** What is not whole is unpacked as far as it goes. */
async function unpack(coding: Coding, body: Uint8Array, bytesMax: number): Promise<Decoded> {
  try {
    return { body: await unpackBy(coding, body, { bytesMax }), isCut: false }
  } catch (error) {
    if (error instanceof NetError && error.reason === tooBig) throw error
  }
  const { finishFlush } = coding
  return { body: await unpackBy(coding, body, { bytesMax, finishFlush }), isCut: true }
}

interface Way {
  readonly bytesMax: number
  readonly finishFlush?: number
}

async function unpackBy(coding: Coding, body: Uint8Array, way: Way): Promise<Uint8Array> {
  try {
    const decoded = onTheSpot(coding, body, way) ?? (await coding.aside(body, optionsOf(way)))
    if (decoded.length > 0) return decoded
  } catch (cause) {
    const reason = isTooBig(cause) ? tooBig : 'ERR_CONTENT_DECODING_FAILED'
    throw new NetError('site', reason, { cause })
  }
  throw new NetError('site', 'ERR_CONTENT_DECODING_FAILED')
}

function onTheSpot(coding: Coding, body: Uint8Array, way: Way): Uint8Array | undefined {
  if (body.length > packedBytesOnTheSpotMax) return undefined
  const bytesMax = Math.min(way.bytesMax, bytesOnTheSpotMax)
  try {
    return coding.onTheSpot(body, optionsOf({ ...way, bytesMax }))
  } catch (error) {
    if (isTooBig(error)) return undefined
    throw error
  }
}

const tooBig = 'ERR_RESPONSE_TOO_BIG'

const optionsOf = ({ bytesMax, ...flush }: Way) => ({
  ...flush,
  maxOutputLength: bytesMax,
  chunkSize,
})

const isTooBig = (error: unknown) =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
