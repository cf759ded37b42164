import { fromJson } from '#kernel/from-json.ts'
import { pack, unpack } from '#kernel/packing.ts'
import { toJson } from '#kernel/to-json.ts'
import type { Document } from './document.ts'

/** A stored document: its compressed JSON, and the length of the JSON. */
export interface PackedDocument {
  readonly bytes: Uint8Array
  readonly jsonBytes: number
}

export async function packDocument(document: Document): Promise<PackedDocument> {
  const json = await toJson(document)
  return { bytes: await pack(json), jsonBytes: json.length }
}

export async function unpackDocument(bytes: Uint8Array): Promise<Document> {
  return (await fromJson(await unpack(bytes))) as Document
}
