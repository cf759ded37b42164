import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFastCrw, startFastCrw } from './fast-crw.ts'
import { createPooledDatabase } from '#storage/pooled-database.ts'
import { ask, type Address } from '#test/fixtures/ask.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'
import { readPostmaster, watchMemory } from './tree-memory.ts'

/** Result of a crawl. */
export interface Crawl {
  readonly urls: readonly string[]
  readonly seconds: number
  /** Peak memory of all its processes, without the site. */
  readonly memoryMb: number
  /** Growth of the database. */
  readonly databaseBytes?: number
}

const lookMs = 100
const program = findFastCrw()
const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Weir with everything: main content as Markdown, durable, charged and cached; PostgreSQL is included in the memory. */
export const crawlWithWeir = (start: string) => crawlWith(start, { isWarm: false })

/** A service that has crawled the site before and must fetch every page again. */
export const crawlWithWarmWeir = (start: string) => crawlWith(start, { isWarm: true })

async function crawlWith(start: string, { isWarm }: { isWarm: boolean }): Promise<Crawl> {
  await using weir = await startWeir({ env: { WEIR_HOST_PAGES_MAX: '32' } })
  if (isWarm) await crawl(weir, start)
  const socketFolder = await findSocket(weir)
  const connection = { host: socketFolder.host, user: socketFolder.user, database: 'weir' }
  await using database = createPooledDatabase({ connection, log: silent })
  const measureSize = async () => {
    const [row] = await database.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    )
    return Number(row?.bytes)
  }
  const before = await measureSize()
  const memory = watchMemory(async () => [
    weir.child.pid ?? 0,
    ...(await readPostmaster(weir.dataDir)),
  ])
  const done = await crawl(weir, start, isWarm ? { scrapeOptions: { maxAge: 0 } } : {})
  return { ...done, memoryMb: await memory.mostMb(), databaseBytes: (await measureSize()) - before }
}

/** Starts a crawl, waits for its end and reads what it found. */
export async function crawl(
  weir: Address,
  start: string,
  options: object = {},
): Promise<Pick<Crawl, 'urls' | 'seconds'>> {
  const startedAt = performance.now()
  const body = { url: start, limit: 100_000, ...options }
  const { id } = await ask<{ id: string }>(weir, 'POST /v2/crawl', body)
  while ((await ask<Status>(weir, `GET /v2/crawl/${id}?limit=1`)).status === 'scraping')
    await sleep(lookMs)
  const seconds = (performance.now() - startedAt) / 1_000
  const urls: string[] = []
  for (let next: string | undefined = `/v2/crawl/${id}`; next !== undefined;) {
    const page: Status = await ask<Status>(weir, `GET ${next as `/${string}`}`)
    urls.push(...page.data.map(({ metadata }) => metadata.url))
    next = page.next?.replace(weir.url, '')
  }
  return { urls, seconds }
}

interface Status {
  readonly status: string
  readonly next?: string
  readonly data: readonly { readonly metadata: { readonly url: string } }[]
}

/** Connects to the database of a running Weir. */
async function findSocket({ dataDir }: WeirProcess): Promise<{ host: string; user: string }> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  return { host: lines[4] ?? '', user: 'weir' }
}

/** fastCRW: main content as Markdown, kept in memory; undefined where it is not installed. */
export const crawlWithFastCrw =
  program === undefined
    ? undefined
    : async (start: string): Promise<Crawl> => {
        await using fastCrw = await startFastCrw(program)
        const memory = watchMemory(async () => [fastCrw.pid])
        const done = await crawl(fastCrw, start)
        return { ...done, memoryMb: await memory.mostMb() }
      }

/** Follows the links of a site and stores nothing. */
export async function crawlWithCrawlee(start: string): Promise<Crawl> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'crawlee-'))
  const env = { ...process.env, CRAWLEE_STORAGE_DIR: folder.path, CRAWLEE_LOG_LEVEL: 'ERROR' }
  const script = join(import.meta.dirname, 'crawlee.ts')
  const { output, ...taken } = await run(process.execPath, [script, start], { env })
  return { ...taken, urls: JSON.parse(output.slice(output.indexOf('["http'))) as string[] }
}

/** Copies a site to the disk. */
export async function crawlWithWget(start: string): Promise<Crawl> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'wget-'))
  const options = ['-r', '-l', 'inf', '-np', '-nv', '-o', 'log', '-e', 'robots=off']
  const { output: _, ...taken } = await run('wget', [...options, start], { cwd: folder.path })
  const log = await readFile(join(folder.path, 'log'), 'utf8')
  return { ...taken, urls: log.match(/(?<=URL: ?)http\S+/g) ?? [] }
}

async function run(command: string, given: readonly string[], options: object) {
  const startedAt = performance.now()
  const child = spawn(command, given, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  const memory = watchMemory(async () => [child.pid ?? 0])
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  const seconds = (performance.now() - startedAt) / 1_000
  return { output: Buffer.concat(chunks).toString(), seconds, memoryMb: await memory.mostMb() }
}
