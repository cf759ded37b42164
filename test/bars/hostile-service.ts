/** The servers of `hostile-http`, scraped through the whole service: every answer typed, in time, the memory bounded. */
import { readFileSync } from 'node:fs'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'undici'
import { report } from '#test/fixtures/bar.ts'
import { startHostileServer } from '#test/fixtures/hostile-server.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const timeoutMs = 2_000
const graceMs = 1_000
const atOnce = 8
const rssGrowthMaxMb = 150

/** Documented answers of a scrape, whatever the site did. */
const foreseen = new Set([
  'SCRAPE_TIMEOUT',
  'SCRAPE_SITE_ERROR',
  'SCRAPE_SSL_ERROR',
  'SCRAPE_DNS_RESOLUTION_ERROR',
  'SCRAPE_UNSUPPORTED_FILE_ERROR',
  'SCRAPE_ALL_ENGINES_FAILED',
])

function rssMb({ child }: WeirProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024
}

async function scrape(weir: WeirProcess, url: string): Promise<{ ms: number; outcome: string }> {
  const start = performance.now()
  const answer = await request(`${weir.url}/v2/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${weir.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, timeout: timeoutMs, maxAge: 0, fastMode: true }),
  })
  const body = (await answer.body.json()) as { success: boolean; code?: string }
  const isTyped = body.success || foreseen.has(body.code ?? '')
  const ms = performance.now() - start
  return { ms, outcome: isTyped ? 'typed' : `${answer.statusCode} ${body.code ?? ''}` }
}

async function measure(url: string, names: readonly string[]): Promise<void> {
  await using weir = await startWeir({ env: { WEIR_PAGE_BYTES_MAX: String(5 * 1024 * 1024) } })
  await scrape(weir, `${weir.url}/warm`)
  const before = rssMb(weir)
  let peak = before
  const timer = setInterval(() => (peak = Math.max(peak, rssMb(weir))), 20)
  const left = [...names]
  const late: string[] = []
  const untyped: string[] = []
  let longest = 0
  const work = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { ms, outcome } = await scrape(weir, `${url}/${name}`)
      longest = Math.max(longest, ms)
      if (ms > timeoutMs + graceMs) late.push(name)
      if (outcome !== 'typed') untyped.push(`${name}: ${outcome}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  clearInterval(timer)
  for (const line of [...late.map((name) => `${name}: late`), ...untyped]) {
    process.stderr.write(`${line}\n`)
  }
  const growth = peak - before
  report(
    'hostile-service',
    names.length === 73 && late.length === 0 && untyped.length === 0 && growth <= rssGrowthMaxMb,
    `${names.length - late.length} of ${names.length} <= timeout + 1 s (longest ${Math.round(longest)} ms), ${untyped.length} untyped answers, RSS +${Math.round(growth)} MB; the control is that of hostile-http`,
  )
}

if (process.argv[2] === 'serve') {
  const { url, names } = await startHostileServer()
  process.send?.({ url, names })
} else {
  const server = fork(import.meta.filename, ['serve'])
  const [{ url, names }] = (await once(server, 'message')) as [{ url: string; names: string[] }]
  await measure(url, names)
  server.kill()
}
