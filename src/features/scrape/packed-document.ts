import { promisify } from 'node:util'
import { constants, zstdCompress, zstdCompressSync, zstdDecompress } from 'node:zlib'
import type { Document } from './document.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const options = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }

/** Up to this length, compressing here takes less time than handing the work to a thread. */
const packedAtOnceMax = 65_536

/** A document as it is kept: JSON in zstd, and the length of the JSON. */
export interface PackedDocument {
  readonly bytes: Uint8Array
  readonly jsonBytes: number
}

export async function packDocument(document: Document): Promise<PackedDocument> {
  const json = Buffer.from(JSON.stringify(document))
  const bytes =
    json.length > packedAtOnceMax ? await compress(json, options) : zstdCompressSync(json, options)
  return { bytes, jsonBytes: json.length }
}

export async function unpackDocument(bytes: Uint8Array): Promise<Document> {
  return JSON.parse((await decompress(bytes)).toString()) as Document
}
