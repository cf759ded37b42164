/**
 * Cost of a rendered scrape over bare playwright-core on the same page, pages per second, and memory per page. node
 * benchmarks/render/run.ts [--rounds 15] [--seconds 8]. Weir runs in its own process; so does the site. The bare browser is the
 * same program with the settings of playwright-core, warm, with a context per page, like a scrape. All variants are measured in
 * turns. The bare variants differ in how they detect that the page is complete: `load` waits for the load event, which misses
 * later content; `told` waits for a given element; `idle` waits until the network is idle.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium, type Page } from 'playwright-core'
import { Agent, request } from 'undici'
import { findBrowser } from '#browser/find-browser.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'
import { memoryMb } from './memory.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    seconds: { type: 'string', default: '8' },
  },
})
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)]
const paths = ['/react', '/vue', '/svelte', '/fetched', '/late']
const word = 'Bulrush: 12'

const dispatcher = new Agent({ connections: 16 })
const found = findBrowser({})
if (found?.kind !== 'program') throw new Error('This benchmark needs a Chromium of the system.')
using site = fork(join(import.meta.dirname, 'site.ts'))
const [base] = (await once(site, 'message')) as [string]
await using bareBrowser = await chromium.launch({
  executablePath: found.path,
  chromiumSandbox: false,
})

type Way = (path: string) => Promise<string>

async function scrape(path: string, options: object = {}): Promise<string> {
  const { statusCode, body } = await request(`${weir.url}/v2/scrape`, {
    dispatcher,
    method: 'POST',
    headers: { authorization: `Bearer ${weir.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${base}${path}`, maxAge: 0, storeInCache: false, ...options }),
  })
  const answer = await body.text()
  if (statusCode !== 200)
    throw new Error(`Unexpected answer ${statusCode}: ${answer.slice(0, 300)}`)
  return answer
}

function bare(go: (page: Page, url: string) => Promise<unknown>): Way {
  return async (path) => {
    const context = await bareBrowser.newContext()
    const page = await context.newPage()
    await go(page, `${base}${path}`)
    const html = await page.content()
    await context.close()
    return html
  }
}

const told = bare(async (page, url) => {
  await page.goto(url)
  await page.waitForSelector('li')
})
const ways: Readonly<Record<string, Way>> = {
  load: bare((page, url) => page.goto(url)),
  told,
  idle: bare((page, url) => page.goto(url, { waitUntil: 'networkidle' })),
  // No option asks for a browser: the service has learned from the first page that the site needs one.
  weir: (path) => scrape(path),
  // In the full browser of the system, if one is installed.
  enhanced: (path) => scrape(path, { proxy: 'enhanced' }),
}

async function overhead(): Promise<void> {
  row(
    'page',
    ...Object.keys(ways).map((way) => `${way}, ms`),
    'weir / load',
    'weir / told',
    'enhanced / weir',
    'missed',
  )
  for (const path of paths) {
    const taken = new Map<string, number[]>()
    const missed = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      for (const [name, way] of Object.entries(ways)) {
        const startedAt = performance.now()
        const text = await way(path)
        taken.set(name, [...(taken.get(name) ?? []), performance.now() - startedAt])
        if (!text.includes(word)) missed.add(name)
      }
    }
    const p50 = (name: string) => median(taken.get(name) ?? [])
    const ratio = (name: string, of = 'weir') => (p50(of) / p50(name)).toFixed(2)
    const times = Object.keys(ways).map((name) => p50(name).toFixed(0))
    const ratios = [ratio('load'), ratio('told'), ratio('weir', 'enhanced')]
    row(path, ...times, ...ratios, [...missed].join(' ') || 'none')
  }
}

async function throughput(): Promise<void> {
  row('at once', 'told, pages/s', 'weir, pages/s', 'weir / told')
  for (const atOnce of [1, 4, 8]) {
    const [bareDone, weirDone] = [
      { pages: 0, ms: 0 },
      { pages: 0, ms: 0 },
    ]
    for (let turn = 0; turn < turns; turn++) {
      await load(told, atOnce, bareDone)
      await load(scrape, atOnce, weirDone)
    }
    const [bareRate, weirRate] = [bareDone, weirDone].map(({ pages, ms }) => (pages * 1_000) / ms)
    const ratio = ((weirRate ?? 0) / (bareRate ?? 0)).toFixed(2)
    row(atOnce, bareRate?.toFixed(1) ?? '', weirRate?.toFixed(1) ?? '', ratio)
  }
}

const turns = 4

/** One round of a variant with this concurrency; completed pages and their time are added up. */
async function load(way: Way, atOnce: number, done: { pages: number; ms: number }): Promise<void> {
  const startedAt = performance.now()
  const work = async () => {
    while (performance.now() - startedAt < (seconds * 1_000) / turns) {
      await way(paths[done.pages % 4] ?? '/react')
      done.pages += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  done.ms += performance.now() - startedAt
}

/** Waiting pages stay open together; memory of the browsers above idle is attributed to them. */
async function memory(): Promise<void> {
  row('pages open', 'of the browser processes, MB', 'more per page, MB')
  const idle = await memoryMb(weir.child.pid ?? 0)
  row(0, idle.toFixed(0), '')
  for (const atOnce of [1, 4, 8]) {
    const pages = Array.from({ length: atOnce }, () => scrape('/react', { waitFor: 4_000 }))
    await sleep(3_000)
    const used = await memoryMb(weir.child.pid ?? 0)
    row(atOnce, used.toFixed(0), ((used - idle) / atOnce).toFixed(0))
    await Promise.all(pages)
    await sleep(500)
  }
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

let columns = 0
function row(...cells: (string | number)[]): void {
  const isHead = cells.length !== columns
  if (isHead) process.stdout.write('\n')
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
  if (isHead) process.stdout.write(`|${' --- |'.repeat(cells.length)}\n`)
  columns = cells.length
}

await using weir: WeirProcess = await startWeir({ env: { WEIR_BROWSER_PAGES_MAX: '8' } })
for (const way of Object.values(ways)) for (const path of paths) await way(path)
await overhead()
await throughput()
await memory()
await dispatcher.close()
