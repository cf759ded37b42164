import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, Transform, type Readable } from 'node:stream'
import { createGunzip, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { findZipData } from './zip-data.ts'

const gzip = 0x1f_8b
const zip = 0x50_4b_03_04
const zstd = 0x28_b5_2f_fd

/**
 * Opens the texts of a list one after the other: one, or each file of a ZIP archive. Recognises compression by the first bytes, because
 * names of files and addresses often do not tell. A text fails when all of them together unpack to more than `bytesMax`.
 */
export async function* openTexts(path: string, bytesMax: number): AsyncGenerator<Readable> {
  const limit = { left: bytesMax }
  const kind = await firstBytes(path)
  if (kind === zip) {
    for (const { start, bytes, isDeflated } of await findZipData(path)) {
      if (bytes === 0) continue
      const packed = createReadStream(path, { start, end: start + bytes - 1 })
      yield isDeflated ? unpacked(packed, createInflateRaw(), limit) : packed
    }
    return
  }
  const packed = createReadStream(path)
  if (kind >>> 16 === gzip) yield unpacked(packed, createGunzip(), limit)
  else yield kind === zstd ? unpacked(packed, createZstdDecompress(), limit) : packed
}

async function firstBytes(path: string): Promise<number> {
  await using file = await open(path)
  const head = Buffer.alloc(4)
  await file.read(head, 0, head.length, 0)
  return head.readUInt32BE()
}

function unpacked(packed: Readable, decoder: Transform, limit: { left: number }): Readable {
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      limit.left -= chunk.length
      if (limit.left >= 0) done(null, chunk)
      else done(new Error('The list unpacks to too many bytes.'))
    },
  })
  // An error ends all of them, and is thrown where the last one is read.
  return pipeline(packed, decoder, counted, () => {})
}
