import { fromJson } from '#kernel/from-json.ts'
import { pack, unpack, type PackedDocument } from '#kernel/packing.ts'
import { toJson } from '#kernel/to-json.ts'
import type { Document } from './document.ts'
import { refuseDocument } from './key-restrictions.ts'

export async function packDocument(document: Document): Promise<PackedDocument> {
  const json = await toJson(document)
  return { bytes: await pack(json), jsonBytes: json.length }
}

/**
 * The JSON of a stored document, which is parsed only for a key that may not read all formats. Throws `FORBIDDEN` if the document has
 * one that the key may not read.
 */
export async function unpackJson(
  { bytes, jsonBytes }: PackedDocument,
  allowed: readonly string[],
): Promise<Buffer> {
  const json = await unpack(bytes, jsonBytes)
  if (allowed.length > 0) refuseDocument((await fromJson(json)) as Document, allowed)
  return json
}

export async function unpackDocument(bytes: Uint8Array): Promise<Document> {
  return (await fromJson(await unpack(bytes))) as Document
}
