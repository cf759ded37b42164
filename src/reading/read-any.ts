import { contentKind, type ContentKind } from '#content/bytes/content-kind.ts'
import type { ContentRequest } from '#content/content.ts'
import { toBase64 } from '#content/reading.ts'
import type { ReadContent } from './read-content.ts'
import type { ReadDocument } from './processes/create-read-document.ts'

/** Kinds whose readers may crash or hang. They run in processes, all others in threads. */
const documents = new Set<ContentKind>(['pdf', 'office', 'table', 'mail', 'image'])

/** Reads pages in threads and documents in processes. Fails like these readers. */
export function createReadAny(readers: {
  readonly readPage: ReadContent
  readonly readDocument: ReadDocument
}): ReadContent {
  return async function readAny(request, caller) {
    const { body, contentType, fileName, readDocuments } = request
    const kind = contentKind(body, contentType, fileName)
    if (!readDocuments || !documents.has(kind) || isHandedOut(request))
      return readers.readPage(request, caller)
    const { body: bytes, ...rest } = request
    const source = { kind: 'bytes' as const, bytes }
    const content = await readers.readDocument({ request: rest, source }, caller)
    // A reader makes a page of a document, whose bytes are not those that were received.
    return content.rawBase64 === undefined ? content : { ...content, rawBase64: toBase64(bytes) }
  }
}

/** Requests for the raw bytes only need no reader, and work for damaged files too. */
const isHandedOut = ({ formats }: Pick<ContentRequest, 'formats'>) =>
  formats.length > 0 && formats.every(({ type }) => type === 'rawBase64')
