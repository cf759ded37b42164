import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import type { Document } from '#formats/document.ts'
import { mapInOrder } from './map-in-order.ts'

const compressInThread = promisify(gzip)
/** Compressing a shorter record takes less time than passing it to a thread. */
const threadBytesMin = 2_048
const written = {
  itemsMax: 3,
  sizeOf: ({ rawHtml = '', rawBase64 = '', markdown = '', html = '' }: Document) =>
    rawHtml.length + rawBase64.length + markdown.length + html.length,
  sizeMax: 4 * 1024 * 1024,
} as const

const compress = async (record: Buffer): Promise<Buffer> =>
  record.length < threadBytesMin ? gzipSync(record) : compressInThread(record)

interface WarcRecord {
  readonly type: 'warcinfo' | 'resource' | 'conversion' | 'metadata'
  readonly contentType: string
  readonly content: string | Buffer
  readonly url?: string
  readonly refersTo?: string | undefined
}

/**
 * WARC 1.1 (ISO 28500), each record compressed by itself, as its annex on gzip recommends. The HTML of a page as it was received is a
 * `resource`, Markdown and cleaned HTML are `conversion` records, and the other members of the document are `metadata`.
 */
export async function* warc(
  documents: AsyncIterable<Document>,
  software: string,
  date: Date,
): AsyncGenerator<Buffer> {
  const facts = `software: ${software}\r\nformat: WARC File Format 1.1\r\n`
  const made = { type: 'warcinfo', contentType: 'application/warc-fields', content: facts } as const
  yield await compress(toBytes(made, newRecordId(), date))
  const toRecords = (document: Document) => Promise.all(recordsOf(document, date).map(compress))
  for await (const records of mapInOrder(documents, toRecords, written)) yield* records
}

function recordsOf(document: Document, date: Date): readonly Buffer[] {
  const { rawHtml: _html, rawBase64: _bytes, markdown, html, ...others } = document
  const { metadata } = document
  const url = new URL(metadata.url).href
  const cachedAt = metadata.cachedAt === undefined ? date : new Date(metadata.cachedAt)
  const records: Buffer[] = []
  const add = (record: Omit<WarcRecord, 'url'>) => {
    const id = newRecordId()
    records.push(toBytes({ ...record, url }, id, cachedAt))
    return id
  }
  const received = receivedOf(document)
  const refersTo = received && add({ type: 'resource', ...received })
  const conversion = (contentType: string, content: string | undefined) =>
    content !== undefined && add({ type: 'conversion', contentType, content, refersTo })
  conversion('text/markdown; charset=utf-8', markdown)
  conversion('text/html; charset=utf-8', html)
  add({
    type: 'metadata',
    contentType: 'application/json',
    content: JSON.stringify(others),
    refersTo,
  })
  return records
}

/** What the site sent, if the document has it. */
function receivedOf({ rawHtml, rawBase64, metadata }: Document) {
  if (rawHtml !== undefined) return { contentType: 'text/html; charset=utf-8', content: rawHtml }
  if (rawBase64 === undefined) return undefined
  const { contentType = 'application/octet-stream' } = metadata
  return { contentType, content: Buffer.from(rawBase64, 'base64') }
}

const newRecordId = () => `<urn:uuid:${randomUUID()}>`

function toBytes(record: WarcRecord, id: string, date: Date): Buffer {
  const content = Buffer.from(record.content)
  const digest = createHash('sha256').update(content).digest('hex')
  const head = [
    'WARC/1.1',
    `WARC-Type: ${record.type}`,
    `WARC-Record-ID: ${id}`,
    `WARC-Date: ${date.toISOString()}`,
    ...(record.url === undefined ? [] : [`WARC-Target-URI: ${record.url}`]),
    ...(record.refersTo === undefined ? [] : [`WARC-Refers-To: ${record.refersTo}`]),
    `WARC-Block-Digest: sha256:${digest}`,
    // The type can come from a header of the page.
    `Content-Type: ${record.contentType.replaceAll(/[^\x20-\x7e]/g, '')}`,
    `Content-Length: ${content.length}`,
  ].join('\r\n')
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), content, Buffer.from('\r\n\r\n')])
}
