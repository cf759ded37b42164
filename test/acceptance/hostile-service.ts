/**
 * The servers of `hostile-http`, scraped through the whole service: every response is documented, in time, and the memory stays
 * within its limit. Control: the same service with limits that are too high.
 */
import { readFileSync } from 'node:fs'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { startHostileServer } from '#test/fixtures/hostile-server.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const mebibyte = 1024 * 1024
const ours: Bounds = { pageBytesMax: 5 * mebibyte, timeoutMs: 2_000 }
const tooWide: Bounds = { pageBytesMax: 150 * mebibyte, timeoutMs: 6_000 }
/** Servers that keep the connection open until the client gives up. */
const lateMin = 8
const harmless = 'ok'
const graceMs = 1_000
const atOnce = 8
const rssGrowthMaxMb = 150
/** Pages with so many elements that reading them needs the memory limit of a thread; the limit is that of `hostile-html`. */
const giants = new Set([
  'deep-div-100k',
  'deep-b-20k',
  'attributes-100k',
  'links-200k',
  'entity-flood',
])
const giantGrowthMaxMb = 512

/** Documented response codes of a scrape of a faulty site. */
const foreseen = new Set([
  'SCRAPE_TIMEOUT',
  'SCRAPE_SITE_ERROR',
  'SCRAPE_SSL_ERROR',
  'SCRAPE_DNS_RESOLUTION_ERROR',
  'SCRAPE_UNSUPPORTED_FILE_ERROR',
  'SCRAPE_ALL_ENGINES_FAILED',
])

function rssMb({ pid }: WeirProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

interface Bounds {
  readonly pageBytesMax: number
  readonly timeoutMs: number
}

async function scrape(weir: WeirProcess, url: string, timeout: number) {
  const start = performance.now()
  const { status, body } = await send<{ success: boolean; code?: string }>(
    weir,
    'POST /v2/scrape',
    { body: { url, timeout, maxAge: 0, fastMode: true } },
  )
  const isTyped = body.success || foreseen.has(body.code ?? '')
  const ms = performance.now() - start
  return { ms, outcome: isTyped ? 'typed' : `${status} ${body.code ?? ''}` }
}

/** Scrapes all of them, some concurrently, and measures the memory of the service. */
async function measure(site: HostileSite, { pageBytesMax, timeoutMs }: Bounds) {
  await using weir = await startWeir({ env: { WEIR_PAGE_BYTES_MAX: String(pageBytesMax) } })
  // Starts the reader threads before anything is measured.
  await scrape(weir, `${site.url}/${harmless}`, timeoutMs)
  const before = rssMb(weir)
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, rssMb(weir))), 20)
  const left = [...site.names]
  const late: string[] = []
  const untyped: string[] = []
  let longest = 0
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { ms, outcome } = await scrape(weir, `${site.url}/${name}`, timeoutMs)
      longest = Math.max(longest, ms)
      if (ms > ours.timeoutMs + graceMs) late.push(name)
      if (outcome !== 'typed') untyped.push(`${name}: ${outcome}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  clearInterval(timer)
  const isAlive = weir.child.exitCode === null && weir.child.signalCode === null
  return { late, untyped, longest, growth: Math.round(peak - before), isAlive }
}

interface HostileSite {
  readonly url: string
  readonly names: readonly string[]
}

async function compare(site: HostileSite): Promise<void> {
  const { url, names } = site
  const usual = await measure({ url, names: names.filter((name) => !giants.has(name)) }, ours)
  const giant = await measure({ url, names: names.filter((name) => giants.has(name)) }, ours)
  const control = await measure(site, tooWide)
  const late = [...usual.late, ...giant.late]
  const untyped = [...usual.untyped, ...giant.untyped]
  const longest = Math.max(usual.longest, giant.longest)
  for (const line of [...late.map((name) => `${name}: late`), ...untyped]) {
    process.stderr.write(`${line}\n`)
  }
  const total = names.length
  report(
    'hostile-service',
    total === 73 &&
      late.length + untyped.length === 0 &&
      usual.isAlive &&
      giant.isAlive &&
      usual.growth <= rssGrowthMaxMb &&
      giant.growth <= giantGrowthMaxMb &&
      control.late.length >= lateMin &&
      control.growth > rssGrowthMaxMb,
    `${total - late.length} of ${total} <= timeout + 1 s (longest ${Math.round(longest)} ms), ${untyped.length} untyped answers, RSS +${usual.growth} MB, +${giant.growth} MB for ${giants.size} giant pages; ` +
      `control with wide bounds ${control.late.length} late, RSS +${control.growth} MB`,
  )
}

if (process.argv[2] === 'serve') {
  const { url, names } = await startHostileServer()
  process.send?.({ url, names })
} else {
  const server = fork(import.meta.filename, ['serve'])
  const [site] = (await once(server, 'message')) as [HostileSite]
  await compare(site)
  server.kill()
}
