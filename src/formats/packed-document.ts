import { fromJson } from '#kernel/from-json.ts'
import { pack, unpack, type PackedDocument } from '#kernel/packing.ts'
import { toJson } from '#kernel/to-json.ts'
import type { Document } from './document.ts'

export async function packDocument(document: Document): Promise<PackedDocument> {
  const json = await toJson(document)
  return { bytes: await pack(json), jsonBytes: json.length }
}

export async function unpackDocument(bytes: Uint8Array): Promise<Document> {
  return (await fromJson(await unpack(bytes))) as Document
}
