/**
 * A team whose requests hang (silent name servers, waiting browser pages, pages that never respond) does not delay another
 * team: its p95 is at most twice its p95 alone plus one second. Control: the same requests in the queue of the hanging team, as
 * with one queue for all teams.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { startDns } from '#test/fixtures/dns-server.ts'
import { percentile } from '#test/fixtures/load.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

enterNamespace()

const rounds = Number(process.env['ROUNDS'] ?? 12)
/** Maximum wait of the control. */
const controlMsMax = 12_000
const hangMs = 20_000

await using dns = await startDns()
void dns
const site = createServer((request, response) => {
  if (request.url === '/hang') return
  response.setHeader('content-type', 'text/html')
  response.end('<title>A page</title><p>It is there at once.</p>')
})
site.listen(80, '0.0.0.0')
await once(site, 'listening')
await using service = await startService({
  env: { WEIR_ALLOWED_PRIVATE_CIDRS: '', WEIR_BROWSER_PAGES_MAX: '4' },
})

const plan = { concurrencyMax: 400, queuedJobsMax: 4_000, credits: 1_000_000 }
const newTeam = () => addTeam(service.database, { ...plan, requestsPerMinute: 1_000_000 })

/** Resolves when the response arrives, whatever its status. */
async function scrape(key: string, url: string, options: object = {}): Promise<boolean> {
  const body = { url, maxAge: 0, timeout: hangMs, ...options }
  const { status } = await service.ask('POST', '/v2/scrape', { key, body })
  return status === 200
}

async function batch(key: string, urls: readonly string[]): Promise<void> {
  const body = { urls, maxAge: 0, timeout: hangMs }
  const { body: job } = await service.ask('POST', '/v2/batch/scrape', { key, body })
  for (;;) {
    const { body: seen } = await service.ask('GET', `/v2/batch/scrape/${job.id}`, { key })
    if (seen.status === 'completed') return
    await sleep(25)
  }
}

const hosts = (count: number) => Array.from({ length: count }, (_, n) => `host${n}.pub.test`)
let lastName = 0

interface Case {
  readonly name: string
  /** Starts one request that hangs. */
  readonly hang: (key: string) => Promise<unknown>
  /** Concurrent requests of each kind. */
  readonly atOnce: number
  readonly quiet: (key: string) => Promise<unknown>
}

const cases: Case[] = [
  {
    name: 'names',
    hang: (key) => scrape(key, `http://name${lastName++}.silent.test/`),
    atOnce: 80,
    quiet: (key) => scrape(key, `http://quiet${lastName++}.pub.test/`),
  },
  {
    name: 'browser',
    hang: (key) => scrape(key, 'http://busy.pub.test/', { waitFor: 6_000 }),
    atOnce: 40,
    quiet: (key) => scrape(key, 'http://quiet.pub.test/', { waitFor: 1 }),
  },
  {
    name: 'batch',
    hang: (key) =>
      batch(
        key,
        hosts(64).map((host) => `http://${host}/hang`),
      ),
    atOnce: 1,
    quiet: (key) =>
      batch(
        key,
        hosts(5).map((host) => `http://${host}/`),
      ),
  },
]

async function p95(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await measureTime(work()))
  return percentile(times, 0.95)
}

async function measureTime(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work
  return performance.now() - startedAt
}

async function measure({ hang, atOnce, quiet }: Case) {
  const [hostile, other] = [await newTeam(), await newTeam()]
  // Warm-up: the first request of each kind starts a process or a thread.
  await quiet(other.key)
  const aloneMs = await p95(() => quiet(other.key))
  const over = new AbortController()
  const keepHanging = async () => {
    while (!over.signal.aborted) await hang(hostile.key)
  }
  const hanging = Array.from({ length: atOnce }, keepHanging)
  await sleep(1_500)
  const besideMs = await p95(() => quiet(other.key))
  const controlMs = await measureTime(Promise.race([quiet(hostile.key), sleep(controlMsMax)]))
  over.abort()
  await Promise.all(hanging)
  return { aloneMs, besideMs, controlMs, limitMs: 2 * aloneMs + 1_000 }
}

const figures: string[] = []
let isRight = true
for (const it of cases) {
  const { aloneMs, besideMs, controlMs, limitMs } = await measure(it)
  isRight &&= besideMs <= limitMs && controlMs > limitMs
  figures.push(
    `${it.name} ${Math.round(aloneMs)} ms alone, ${Math.round(besideMs)} beside (at most ${Math.round(limitMs)}), in one queue ${controlMs >= controlMsMax ? 'more than ' : ''}${Math.round(controlMs)}`,
  )
}
report('fairness-teams', isRight, `p95 ${figures.join('; ')}`)
await site[Symbol.asyncDispose]()
