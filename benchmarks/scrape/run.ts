/**
 * Cost of a scrape over a bare request for the same page, memory growth, and start time. node benchmarks/scrape/run.ts
 * [--requests 400] [--scrapes 2000]. Weir runs in its own process; so does the site, which returns one 40 KB article. The two
 * variants are measured in turns, so that other load affects both equally, and so is fastCRW where it is installed (`cargo install
 * crw-server`, or its path in CRW_SERVER).
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, request } from 'undici'
import { descendants } from '#benchmarks/crawl/descendants.ts'
import { readMemory, readPostmaster } from '#benchmarks/crawl/tree-memory.ts'
import { findFastCrw, startFastCrw } from '#benchmarks/crawl/fast-crw.ts'
import type { Address } from '#test/fixtures/ask.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '400' },
    scrapes: { type: 'string', default: '2000' },
  },
})
const rounds = 5
/** Then idle connections and threads have ended. */
const idleMs = 75_000
let columns = 0

const dispatcher = new Agent({ connections: 64 })
using site = fork(join(import.meta.dirname, 'site.ts'))
const [page] = (await once(site, 'message')) as [string]

async function starts(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-start-'))
  row('start', 'first answered scrape, ms', 'idle service, MB', 'PostgreSQL, MB', 'folder, MB')
  for (const kind of ['new data folder', 'existing data folder', 'existing data folder']) {
    const startedAt = performance.now()
    await using started = await startWeir({ dataDir: folder.path })
    await scrape(started)
    const ms = Math.round(performance.now() - startedAt)
    await sleep(idleMs)
    const used = execFileSync('du', ['-sk', folder.path], { encoding: 'utf8' })
    const folderMb = toMb(Number.parseInt(used, 10) * 1024)
    row(kind, ms, await memoryMb(started), await databaseMemoryMb(started), folderMb)
  }
}

async function overhead(): Promise<void> {
  row('at once', 'bare p50, ms', 'scrape p50', 'added p50', 'bare p99', 'scrape p99', 'added p99')
  await Promise.all(Array.from({ length: 64 }, () => scrape(weir)))
  for (const atOnce of [1, 16]) {
    const taken = { bare: [] as number[], scrape: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      const count = Math.ceil(Number(values.requests) / rounds) * (atOnce === 1 ? 1 : 4)
      taken.bare.push(...(await measure(bare, { atOnce, count })))
      taken.scrape.push(...(await measure(() => scrape(weir), { atOnce, count })))
    }
    const cells = [0.5, 0.99].flatMap((part) => {
      const [a, b] = [quantile(taken.bare, part), quantile(taken.scrape, part)]
      return [a, b, b - a].map((ms) => ms.toFixed(1))
    })
    row(atOnce, ...cells)
  }
}

/** The same scrapes by Weir and by fastCRW, in turns. */
async function besideFastCrw(program: string): Promise<void> {
  await using fastCrw = await startFastCrw(program)
  const services: Readonly<Record<string, Address>> = { weir, fastCRW: fastCrw }
  row('service', 'at once', 'p50, ms', 'p99, ms', 'p50 / p50 of fastCRW', 'p99 / p99 of fastCRW')
  for (const atOnce of [1, 16]) {
    const taken: Record<string, number[]> = { weir: [], fastCRW: [] }
    for (let round = 0; round < rounds; round++)
      for (const [name, service] of Object.entries(services)) {
        const count = Math.ceil(Number(values.requests) / rounds) * (atOnce === 1 ? 1 : 4)
        taken[name]?.push(...(await measure(() => scrape(service), { atOnce, count })))
      }
    const figures = (name: string) => [0.5, 0.99].map((part) => quantile(taken[name] ?? [], part))
    const theirs = figures('fastCRW')
    for (const name of Object.keys(services)) {
      const own = figures(name)
      const ratios = own.map((ms, at) => (ms / (theirs[at] ?? Number.NaN)).toFixed(2))
      row(name, atOnce, ...own.map((ms) => ms.toFixed(1)), ...ratios)
    }
  }
  row('service', 'memory after it, MB')
  row('weir', (await memoryMb(weir)) + (await databaseMemoryMb(weir)))
  row('fastCRW', toMb(await readMemory([fastCrw.pid])))
}

async function bare(): Promise<void> {
  const { body } = await request(page, { dispatcher })
  await body.text()
}

async function memory(): Promise<void> {
  row('scrapes', 'memory of the service, MB', 'scrapes per second')
  const steps = 8
  row(0, await memoryMb(weir), '')
  for (let step = 1; step <= steps; step++) {
    const count = Math.ceil(Number(values.scrapes) / steps)
    const startedAt = performance.now()
    await measure(() => scrape(weir), { atOnce: 16, count })
    const perSecond = Math.round((count * 1000) / (performance.now() - startedAt))
    row(step * count, await memoryMb(weir), perSecond)
  }
}

async function scrape({ url, key }: Address): Promise<void> {
  const { statusCode, body } = await request(`${url}/v2/scrape`, {
    dispatcher,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: page, formats: ['markdown'], maxAge: 0, storeInCache: false }),
  })
  const answer = await body.text()
  if (statusCode !== 200 || !answer.includes('The last words')) {
    throw new Error(`Unexpected answer ${statusCode}: ${answer.slice(0, 500)}`)
  }
}

/** Milliseconds of each of `count` calls, with `atOnce` concurrent calls. */
async function measure(
  call: () => Promise<void>,
  { atOnce, count }: { atOnce: number; count: number },
): Promise<number[]> {
  const taken: number[] = []
  let left = count
  const work = async () => {
    while (left-- > 0) {
      const startedAt = performance.now()
      await call()
      taken.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return taken
}

function quantile(taken: readonly number[], part: number): number {
  return taken.toSorted((a, b) => a - b)[Math.floor((taken.length - 1) * part)] ?? Number.NaN
}

const toMb = (bytes: number) => Math.round(bytes / 1e6)

/** Of the service with the process that starts it again. */
const memoryMb = async ({ child, pid }: WeirProcess) =>
  toMb(await readMemory([child.pid ?? 0, pid]))

/** Of all processes of the embedded database. */
const databaseMemoryMb = async ({ dataDir }: WeirProcess) =>
  toMb(await readMemory(await descendants(await readPostmaster(dataDir))))

function row(...cells: (string | number)[]): void {
  const isHead = typeof cells[0] === 'string' && cells.length !== columns
  if (isHead) process.stdout.write('\n')
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
  if (isHead) process.stdout.write(`|${' --- |'.repeat(cells.length)}\n`)
  columns = cells.length
}

await starts()
await using weir = await startWeir()
await overhead()
const fastCrw = findFastCrw()
if (fastCrw) await besideFastCrw(fastCrw)
await memory()
await dispatcher.close()
