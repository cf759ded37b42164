import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { encodeText } from '#kernel/encode-text.ts'
import { createYields } from '#kernel/event-loop.ts'
import { toJson } from '#kernel/to-json.ts'
import type { Document } from '#formats/document.ts'
import { effort, threadBytesMin } from './compression.ts'
import { mapInOrder } from './map-in-order.ts'

const compressInThread = promisify(gzip)
const written = {
  itemsMax: 3,
  measureSize: ({ rawHtml = '', rawBase64 = '', markdown = '', html = '' }: Document) =>
    rawHtml.length + rawBase64.length + markdown.length + html.length,
  sizeMax: 4 * 1024 * 1024,
} as const

const compress = async (record: Buffer): Promise<Buffer> =>
  record.length < threadBytesMin ? gzipSync(record, effort) : compressInThread(record, effort)

interface WarcRecord {
  readonly type: 'warcinfo' | 'resource' | 'conversion' | 'metadata'
  readonly contentType: string
  /** An object is written as JSON. */
  readonly content: string | Buffer | object
  readonly id: string
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
  yield await compress(await toBytes({ ...made, id: newRecordId() }, date))
  const toRecords = (document: Document) => compressAll(writeRecords(document, date))
  for await (const records of mapInOrder(documents, toRecords, written)) yield* records
}

/** One after the other: few are in memory at the same time. */
async function compressAll(records: Iterable<Promise<Buffer>>): Promise<readonly Buffer[]> {
  const packed: Buffer[] = []
  for (const record of records) packed.push(await compress(await record))
  return packed
}

function* writeRecords(document: Document, date: Date): Generator<Promise<Buffer>> {
  const { rawHtml: _html, rawBase64: _bytes, markdown, html, ...others } = document
  const { metadata } = document
  const url = new URL(metadata.url).href
  const cachedAt = metadata.cachedAt === undefined ? date : new Date(metadata.cachedAt)
  const received = chooseReceived(document)
  const refersTo = received && newRecordId()
  const write = (record: Omit<WarcRecord, 'url' | 'id'>, id = newRecordId()) =>
    toBytes({ ...record, url, id }, cachedAt)
  if (received) yield write({ type: 'resource', ...received }, refersTo)
  const conversion = { type: 'conversion', refersTo } as const
  if (markdown !== undefined)
    yield write({ ...conversion, contentType: 'text/markdown; charset=utf-8', content: markdown })
  if (html !== undefined)
    yield write({ ...conversion, contentType: 'text/html; charset=utf-8', content: html })
  yield write({ type: 'metadata', contentType: 'application/json', content: others, refersTo })
}

/** What the site sent, if the document has it. */
function chooseReceived({ rawHtml, rawBase64, metadata }: Document) {
  if (rawHtml !== undefined) return { contentType: 'text/html; charset=utf-8', content: rawHtml }
  if (rawBase64 === undefined) return undefined
  const { contentType = 'application/octet-stream' } = metadata
  return { contentType, content: Buffer.from(rawBase64, 'base64') }
}

const newRecordId = () => `<urn:uuid:${randomUUID()}>`

async function toBytes(record: WarcRecord, date: Date): Promise<Buffer> {
  const content = await encodeBytes(record.content)
  const digest = await computeDigest(content)
  const head = [
    'WARC/1.1',
    `WARC-Type: ${record.type}`,
    `WARC-Record-ID: ${record.id}`,
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

async function encodeBytes(content: WarcRecord['content']): Promise<Buffer> {
  if (Buffer.isBuffer(content)) return content
  if (typeof content === 'object') return toJson(content)
  return encodeText(content)
}

const hashedAtOnce = 1_024 ** 2

async function computeDigest(content: Buffer): Promise<string> {
  const yields = createYields()
  const hash = createHash('sha256')
  for (let at = 0; at < content.length; at += hashedAtOnce) {
    hash.update(content.subarray(at, at + hashedAtOnce))
    await yields.next()
  }
  return hash.digest('hex')
}
