/**
 * Exports of a crawl with 100,000 pages: each format in at most 30 seconds and 120 MB of memory, read completely by other programs;
 * a client that leaves frees everything within a second. Controls: a program that collects the same documents, and exports
 * whose clients stay.
 */
import { execFile, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { request } from 'undici'
import { packDocument, unpackDocument } from '#formats/packed-document.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { ask } from '#test/fixtures/ask.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const pages = Number(process.env['PAGES'] ?? 100_000)
const secondsMax = 30
const grownMbMax = 120
/** Of the pool of the database, which stay. A client that is not let go keeps one more. */
const connectionsMax = 5
const samplePages = 50
const atOnce = 1_000

await using postgres = await startExternalPostgres()
await using site = await startPageSite(samplePages)
await using weir = await startWeir({ env: { DATABASE_URL: postgres.url, WEIR_LOG_LEVEL: 'error' } })
await using database = postgres.connect()
await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-export-'))
const headers = { authorization: `Bearer ${weir.key}` }
const { pid } = weir

/** Crawls a small site and multiplies its documents, each with its own URL and title. */
async function makeCrawl(): Promise<string> {
  const crawl = { url: `${site.url}/p/`, limit: samplePages, sitemap: 'skip' }
  const { id } = await ask<{ id: string }>(weir, 'POST /v2/crawl', crawl)
  for (let isRunning = true; isRunning; await setTimeout(100)) {
    const { status } = await ask<{ status: string }>(weir, `GET /v2/crawl/${id}?limit=1`)
    isRunning = status === 'scraping'
  }
  await multiply(id)
  return id
}

async function multiply(id: string): Promise<void> {
  const rows = await database.query<{ document: Buffer }>(
    'select document from job_documents where job_id = $1 order by position',
    [id],
  )
  const samples = await Promise.all(rows.map(({ document }) => unpackDocument(document)))
  for (let position = samples.length + 1; position <= pages; position += atOnce) {
    const count = Math.min(atOnce, pages - position + 1)
    const packed = await Promise.all(
      Array.from({ length: count }, async (_, k) => {
        const n = position + k
        const sample = samples[n % samples.length]
        if (!sample) throw new Error('The crawl has no documents.')
        const url = `https://example.com/section-${n % 500}/page-${n}`
        const title = `Page ${n}`
        return packDocument({
          ...sample,
          metadata: Object.assign({}, sample.metadata, { url, sourceURL: url, title }),
        })
      }),
    )
    await database.query(
      `insert into job_documents (job_id, position, document, json_bytes)
       select $1, $2 + ordinality - 1, document, json_bytes
       from unnest($3::bytea[], $4::integer[]) with ordinality as d(document, json_bytes, ordinality)`,
      [
        id,
        position,
        packed.map(({ bytes }) => Buffer.from(bytes)),
        packed.map(({ jsonBytes }) => jsonBytes),
      ],
    )
  }
  await database.query('update jobs set completed = $2, total = $2 where id = $1', [id, pages])
}

const residentMb = async (process = pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${process}/status`, 'utf8'))?.[1]) / 1_024

/** CPU time of the service so far. */
async function cpuMs(): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Runs `work` and returns its result, with the most memory that the service had beyond what it had before. */
async function watched<Result>(work: Promise<Result>) {
  const before = await residentMb()
  let most = before
  const timer = setInterval(() => {
    void residentMb().then((mb) => (most = Math.max(most, mb)))
  }, 50)
  const result = await work.finally(() => clearInterval(timer))
  return { result, grownMb: most - before }
}

const open = (format: string, signal?: AbortSignal) =>
  request(`${weir.url}/v2/crawl/${id}/export?format=${format}`, {
    headers,
    ...(signal && { signal }),
  })

async function save(format: string): Promise<number> {
  const began = performance.now()
  const { statusCode, body } = await open(format)
  if (statusCode !== 200) throw new Error(await body.text())
  await pipeline(body, createWriteStream(join(folder.path, format)))
  return (performance.now() - began) / 1_000
}

/** Programs that count the pages in a file. */
const readers: Readonly<Record<string, string>> = {
  jsonl:
    'import json, sys; print(sum(1 for line in open(sys.argv[1]) if json.loads(line)["markdown"]))',
  csv: 'import csv, sys; csv.field_size_limit(2**31 - 1); print(sum(1 for row in csv.DictReader(open(sys.argv[1], newline="")) if row["markdown"]))',
  markdown:
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(len(set(n.lower() for n in z.namelist())))',
  warc: `import sys
try:
    from warcio.archiveiterator import ArchiveIterator
    print(sum(1 for r in ArchiveIterator(open(sys.argv[1], "rb"), check_digests="raise") if r.rec_type == "metadata" and r.content_stream().read()))
except ImportError:
    import gzip
    print(sum(1 for line in gzip.open(sys.argv[1]) if line == b"WARC-Type: metadata\\r\\n"))`,
  llms: 'import sys; print(sum(1 for line in open(sys.argv[1]) if line.startswith("- [Page ")))',
  'llms-full':
    'import sys; print(sum(1 for line in open(sys.argv[1]) if line.startswith("URL: ")))',
}

async function count(format: string): Promise<number> {
  const args = ['-c', readers[format] ?? '', join(folder.path, format)]
  const { stdout } = await promisify(execFile)('python3', args)
  return Number(stdout)
}

const sockets = async () => (await readdir(`/proc/${pid}/fd`)).length

/** CPU milliseconds of the service in a second, and its additional open files, a second after its clients have left or not. */
async function effort(does: 'leave' | 'stay') {
  const before = await sockets()
  const stop = new AbortController()
  const formats = Object.keys(readers)
  const exports = formats.map(async (format) => {
    const { body } = await open(format, stop.signal)
    await pipeline(body, new Writable({ write: (_chunk, _encoding, done) => done() }))
  })
  const ended = Promise.allSettled(exports)
  await setTimeout(1_000)
  if (does === 'leave') stop.abort()
  await setTimeout(1_000)
  const files = (await sockets()) - before
  const began = await cpuMs()
  await setTimeout(1_000)
  const found = { files, cpuMs: (await cpuMs()) - began }
  stop.abort()
  await ended
  return found
}

/** Memory of a program that collects the documents before it writes them. */
async function collector(): Promise<number> {
  const code = `const { readFileSync } = require('node:fs'); const kept = readFileSync(process.argv[1], 'utf8').split('\\n'); kept.pop()
    const all = kept.map((line) => JSON.parse(line)); console.log(all.length); setTimeout(() => {}, 60000)`
  const child = spawn(process.execPath, ['-e', code, join(folder.path, 'jsonl')])
  await new Promise((resolve) => child.stdout.once('data', resolve))
  const mb = await residentMb(child.pid)
  child.kill()
  return mb
}

const id = await makeCrawl()
await save('llms')
const lines: string[] = []
let isGood = true
for (const format of Object.keys(readers)) {
  const { result: seconds, grownMb } = await watched(save(format))
  const found = await count(format)
  isGood &&= seconds <= secondsMax && grownMb <= grownMbMax && found === pages
  lines.push(`${format} ${seconds.toFixed(1)} s +${grownMb.toFixed(0)} MB ${found} read`)
}
const left = await effort('leave')
const stayed = await effort('stay')
const collectedMb = await collector()
report(
  'export-size',
  isGood &&
    left.files <= connectionsMax &&
    left.cpuMs <= 200 &&
    stayed.cpuMs > 300 &&
    collectedMb > grownMbMax,
  `${pages} pages: ${lines.join(', ')}; a second after six clients left ${left.files} files open and ${left.cpuMs} ms of CPU; ` +
    `controls: clients stay ${stayed.cpuMs} ms, documents collected ${collectedMb.toFixed(0)} MB`,
)
