/**
 * Cost of a scrape over a bare request for the same page, memory growth, and start time. node benchmarks/scrape/run.ts
 * [--requests 400] [--scrapes 2000]. Weir runs in its own process; so does the site, which returns one 40 KB article. The two
 * variants are measured in turns, so that other load affects both equally.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, request } from 'undici'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '400' },
    scrapes: { type: 'string', default: '2000' },
  },
})
const rounds = 5
let columns = 0

const dispatcher = new Agent({ connections: 64 })
using site = fork(join(import.meta.dirname, 'site.ts'))
const [page] = (await once(site, 'message')) as [string]

async function starts(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-start-'))
  row('start', 'first answered scrape, ms', 'idle RSS of the service, MB', 'of PostgreSQL, MB')
  for (const kind of ['new data folder', 'existing data folder', 'existing data folder']) {
    const startedAt = performance.now()
    await using started = await startWeir({ dataDir: folder.path })
    await scrape(started)
    const ms = Math.round(performance.now() - startedAt)
    await sleep(2_000)
    row(kind, ms, await memoryMb(started), await databaseMemoryMb(started))
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

async function bare(): Promise<void> {
  const { body } = await request(page, { dispatcher })
  await body.text()
}

async function memory(): Promise<void> {
  row('scrapes', 'RSS of the service, MB', 'scrapes per second')
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

async function scrape({ url, key }: WeirProcess): Promise<void> {
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

const memoryMb = async ({ child }: WeirProcess) =>
  Math.round((await residentBytes(child.pid ?? 0)) / 1e6)

/** All processes of the embedded database; shared memory is counted in each, so this is an upper bound. */
async function databaseMemoryMb({ dataDir }: WeirProcess): Promise<number> {
  const lines = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  const postmaster = lines.split('\n')[0]
  if (!postmaster) return Number.NaN
  const children = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const processes = [postmaster, ...children.trim().split(' ')].map(Number)
  const sizes = await Promise.all(processes.map(residentBytes))
  return Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1e6)
}

async function residentBytes(process: number): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
}

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
await memory()
await dispatcher.close()
