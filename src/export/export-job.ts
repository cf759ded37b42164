import { Readable } from 'node:stream'
import type { Document } from '#formats/document.ts'
import { unpackJson } from '#formats/packed-document.ts'
import type { Job, Jobs } from '#jobs/job.ts'
import type { PackedDocument } from '#kernel/packing.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { fromJson } from '#kernel/from-json.ts'
import { createTeamSlots } from '#kernel/team-slots.ts'
import { version } from '#kernel/version.ts'
import { exportRefusal, type ExportFormat, type ExportQuery } from './contract.ts'
import { chunkRows } from './chunk-rows.ts'
import { joinParts } from './join-parts.ts'
import { llmsFullText, llmsText } from './llms-text.ts'
import { mapInOrder } from './map-in-order.ts'
import { markdownZip } from './markdown-zip.ts'
import { csv, jsonLines, memberName, type Row } from './rows.ts'
import { warc } from './warc.ts'

/** A file that is written while it is sent. Errors after the start end it early. */
export interface ExportFile {
  readonly content: Readable
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

/** Writes the results of a job as a file. Fails with `CONFLICT` for jobs under zero data retention. */
export type ExportJob = (job: Job, query: ExportQuery, call: Call) => Promise<ExportFile>

/** Exports of one team that are written at the same time; all together may be some more. */
const exportsMax = 8
const tooMany = 'Too many exports of your team are being written. Wait until one has ended.'
const documentsAtOnce = 200
/** As JSON: each reader holds twice as much, whether it reads or not. */
const bytesAtOnce = 512 * 1024
const unpacked = {
  itemsMax: 4,
  measureSize: ({ jsonBytes }: PackedDocument) => jsonBytes,
  sizeMax: bytesAtOnce,
} as const

const files: Readonly<
  Record<ExportFormat, { readonly contentType: string; readonly suffix: string }>
> = {
  jsonl: { contentType: 'application/x-ndjson; charset=utf-8', suffix: '.jsonl' },
  chunks: { contentType: 'application/x-ndjson; charset=utf-8', suffix: '-chunks.jsonl' },
  csv: { contentType: 'text/csv; charset=utf-8', suffix: '.csv' },
  markdown: { contentType: 'application/zip', suffix: '.zip' },
  warc: { contentType: 'application/warc', suffix: '.warc.gz' },
  llms: { contentType: 'text/plain; charset=utf-8', suffix: '-llms.txt' },
  'llms-full': { contentType: 'text/plain; charset=utf-8', suffix: '-llms-full.txt' },
}

/** The media type of each format, without parameters. */
export const exportMediaTypes = [
  ...new Set(
    Object.values(files).map(({ contentType }) => contentType.split(';', 1)[0] ?? contentType),
  ),
]

const documentColumns = [
  'metadata.url',
  'metadata.sourceURL',
  'metadata.statusCode',
  'metadata.title',
  'metadata.description',
  'metadata.language',
  'metadata.creditsUsed',
  'warning',
  'markdown',
]
/** Members of documents that are in the files of a format; all of them without an entry. */
const writtenMembers: Partial<Readonly<Record<ExportFormat, readonly string[]>>> = {
  chunks: ['metadata', 'markdown', 'chunks'],
  markdown: ['metadata', 'markdown'],
  llms: ['metadata'],
  'llms-full': ['metadata', 'markdown'],
}
const errorColumns = ['id', 'timestamp', 'url', 'code', 'error']

/** Teams share the exports that are written at the same time. */
export function createExportJob(jobs: Pick<Jobs, 'documents' | 'errors'>): ExportJob {
  const exporting = createTeamSlots({ perTeamMax: exportsMax, refusal: tooMany })
  const begin = createBegin(jobs)
  return async function exportJob(job, query, call) {
    refuse(job, query)
    const slot = exporting.enter(call.account.teamId)
    const release = () => slot[Symbol.dispose]()
    const file = await begin(job, query, call).catch((thrown: unknown) => {
      release()
      throw thrown
    })
    // Also when the client leaves, or stops reading.
    file.content.once('close', release)
    return file
  }
}

function createBegin(jobs: Pick<Jobs, 'documents' | 'errors'>): ExportJob {
  const software = `weir/${version()}`

  /** In their order in the status; as many as there are when they are read. */
  async function* readPacked(job: Job): AsyncGenerator<PackedDocument> {
    let read = 0
    const readNext = () => {
      const page = { countMax: documentsAtOnce, bytesMax: bytesAtOnce, skip: read }
      const reading = jobs.documents(job.id, page)
      // A failure is thrown when the page is awaited, below.
      reading.catch(() => {})
      return reading
    }
    for (let next = readNext(); ;) {
      const packed = await next
      if (packed.length === 0) break
      read += packed.length
      // The next page is read while this one is written.
      next = readNext()
      yield* packed
    }
    // Documents of a failed job may be deleted.
    if (read < job.completed && job.state !== 'failed')
      throw new Error(`${job.completed - read} documents were deleted.`)
  }

  const readJson = (job: Job, allowed: readonly string[]): AsyncGenerator<Buffer> =>
    mapInOrder(readPacked(job), (packed) => unpackJson(packed, allowed), unpacked)

  async function* readErrors(job: Job): AsyncGenerator<Row> {
    for (const { createdAt, message, ...error } of await jobs.errors(job.id))
      yield { ...error, timestamp: createdAt.toISOString(), error: message }
  }

  return async function begin(job, query, { account }) {
    const json = readJson(job, account.allowedFormats)
    // A key that may not read the documents is refused with a status, before the file has begun.
    const first = query.only === 'failed' ? undefined : await json.next()
    const isEnded = job.state !== 'scraping'
    const { contentType, suffix } = files[query.format]
    const written = first
      ? writeDocuments(query, { json: startingWith(first, json), job, software })
      : writeErrors(query, readErrors(job))
    return {
      content: Readable.from(joinParts(written)),
      contentType,
      headers: {
        'content-disposition': `attachment; filename="${job.kind}-${job.id}${suffix}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'x-weir-complete': String(isEnded),
      },
    }
  }
}

interface Exported {
  /** Each document. */
  readonly json: AsyncIterable<Buffer>
  readonly job: Job
  readonly software: string
}

function writeDocuments(
  { format, fields }: ExportQuery,
  { json, job, software }: Exported,
): AsyncIterable<string | Buffer> {
  const columns = fields ?? documentColumns
  const isTable = format === 'jsonl' || format === 'csv'
  const documents = parseEach(json, isTable ? columns.map(memberName) : writtenMembers[format])
  const write: Readonly<Record<ExportFormat, () => AsyncIterable<string | Buffer>>> = {
    jsonl: () => (fields ? jsonLines(documents, fields) : endLines(json)),
    chunks: () => jsonLines(chunkRows(documents), undefined),
    csv: () => csv(documents, columns),
    markdown: () => markdownZip(documents, job.createdAt),
    warc: () => warc(documents, software, job.createdAt),
    llms: () => llmsText(documents, job.url || 'Pages'),
    'llms-full': () => llmsFullText(documents),
  }
  return write[format]()
}

const writeErrors = ({ format, fields }: ExportQuery, rows: AsyncIterable<Row>) =>
  format === 'csv' ? csv(rows, fields ?? errorColumns) : jsonLines(rows, fields)

async function* parseEach(
  json: AsyncIterable<Buffer>,
  members: readonly string[] | undefined,
): AsyncGenerator<Document> {
  const options = { members: members && new Set(members) }
  for await (const bytes of json) yield (await fromJson(bytes, options)) as Document
}

async function* endLines(json: AsyncIterable<Buffer>): AsyncGenerator<string | Buffer> {
  for await (const bytes of json) {
    yield bytes
    yield '\n'
  }
}

async function* startingWith<Item>(
  first: IteratorResult<Item>,
  rest: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  if (first.done) return
  yield first.value
  yield* rest
}

function refuse(job: Job, { format, only, fields }: ExportQuery): void {
  if (job.zeroDataRetention)
    throw new ServiceError(
      'CONFLICT',
      'Jobs under zero data retention cannot be exported. Read their documents from the status.',
    )
  const isTable = format === 'jsonl' || format === 'csv'
  if (isTable) return
  const member = only === undefined ? fields && 'fields' : 'only'
  if (member === undefined) return
  const message = exportRefusal.replace('…', member)
  throw new ServiceError('BAD_REQUEST', message, {
    details: [{ code: 'custom', path: [member], message }],
  })
}
