import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import * as zlib from 'node:zlib'
import { decodeContent } from './content-encoding.ts'
import { NetError } from './failure.ts'

const mebibyte = 1024 * 1024
const text = Buffer.from('Grüße aus dem Wald. '.repeat(500))
const brotli = (body: Buffer) =>
  zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
const packers: Record<string, (body: Buffer) => Buffer> = {
  gzip: (body) => zlib.gzipSync(body),
  'X-GZip': (body) => zlib.gzipSync(body),
  deflate: (body) => zlib.deflateSync(body),
  'deflate ': (body) => zlib.deflateRawSync(body),
  br: (body) => brotli(body),
  zstd: (body) => zlib.zstdCompressSync(body),
  'gzip, br': (body) => brotli(zlib.gzipSync(body)),
  'identity, gzip': (body) => zlib.gzipSync(body),
}
const isFailure = (reason: string) => (error: unknown) =>
  error instanceof NetError && error.reason === reason

test('small and large bodies of every encoding are decoded', async () => {
  const large = Buffer.concat([randomBytes(300_000), Buffer.alloc(2 * mebibyte)])
  for (const [name, pack] of Object.entries(packers)) {
    for (const body of [text, large]) {
      const { body: decoded } = await decodeContent(pack(body), name, 3 * mebibyte)
      assert.ok(body.equals(decoded), name)
    }
  }
})

test('the size limit is exact for decoded bytes', async () => {
  for (const [name, pack] of Object.entries(packers)) {
    for (const size of [10_000, 2 * mebibyte]) {
      const packed = pack(Buffer.alloc(size))
      assert.equal((await decodeContent(packed, name, size)).body.length, size, name)
      await assert.rejects(decodeContent(packed, name, size - 1), isFailure('ERR_RESPONSE_TOO_BIG'))
    }
  }
})

test('a truncated body is decoded as far as possible', async () => {
  const body = randomBytes(100_000)
  for (const [name, pack] of Object.entries(packers)) {
    const packed = pack(body)
    const { body: decoded, isCut } = await decodeContent(packed.subarray(0, 90_000), name, mebibyte)
    assert.equal(isCut, true, name)
    assert.equal((await decodeContent(packed, name, 9 * mebibyte)).isCut, false, name)
    assert.ok(decoded.length > 10_000 && decoded.length < 100_000, `${name} ${decoded.length}`)
    assert.ok(body.subarray(0, decoded.length).equals(decoded), name)
  }
})

test('a damaged body is refused; an unknown encoding is ignored', async () => {
  const lie = Buffer.from('<h1>plain</h1>')
  for (const name of ['gzip', 'br', 'zstd', 'deflate']) {
    const decoding = decodeContent(lie, name, mebibyte)
    await assert.rejects(decoding, isFailure('ERR_CONTENT_DECODING_FAILED'), name)
  }
  assert.equal((await decodeContent(lie, 'rot13', mebibyte)).body, lie)
  assert.equal((await decodeContent(lie, 'constructor', mebibyte)).body, lie)
  assert.equal((await decodeContent(lie, undefined, mebibyte)).body, lie)
  assert.equal((await decodeContent(Buffer.alloc(0), 'gzip', mebibyte)).body.length, 0)
})

test('more than two encodings are refused', async () => {
  const packed = zlib.gzipSync(zlib.gzipSync(zlib.gzipSync(text)))
  const decoding = decodeContent(packed, 'gzip, gzip, gzip', mebibyte)
  await assert.rejects(decoding, isFailure('ERR_CONTENT_DECODING_FAILED'))
})
