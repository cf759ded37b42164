/**
 * Input that is made to take long, from callers and from sites, leaves the main thread free: it is never busy for long
 * without a pause, and `/health/live` answers throughout. Processor time is measured, so that other load does not count.
 * Control: the expressions and loops that such input slows down when they are written without care.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { hostileInputs, serveHostile, type HostileInput } from '#test/fixtures/hostile-inputs.ts'
import { startSite } from '#test/fixtures/site.ts'
import type { Busyness } from '#test/fixtures/watched-service.ts'

const p99MsMax = 100
/** The longest single task, that of one input alone. */
const cpuMsMax = 400
const atOnce = 4
const jobMsMax = 20_000
const isVerbose = process.argv.includes('--each')

await using site = await startSite(serveHostile, { host: '0.0.0.0' })
const child = fork(new URL('../fixtures/watched-service.ts', import.meta.url))
const [service] = (await once(child, 'message')) as [{ readonly url: string; readonly key: string }]
const inputs = hostileInputs(site.port)

await send({ name: 'warm', path: '/v2/scrape', body: { url: `${site.url}/cookies` } })
const idle = await busyness()
let [asked, healthy, answered] = [0, 0, 0]
const watch = setInterval(() => void askHealth(), 100)
const waiting = [...inputs]
const worst: string[] = []
await Promise.all(
  Array.from({ length: isVerbose ? 1 : atOnce }, async () => {
    for (let input = waiting.shift(); input; input = waiting.shift()) {
      if (await send(input)) answered += 1
      if (!isVerbose) continue
      const { cpuMs } = await busyness()
      worst.push(`${input.name} ${cpuMs.max.toFixed(0)} ms`)
    }
  }),
)
clearInterval(watch)
const busy = await busyness()
child.disconnect()
await once(child, 'exit')
for (const line of worst) console.error(line)

const controlMs = carelessMs()
report(
  'hostile-main-thread',
  answered === inputs.length &&
    busy.cpuMs.p99 <= p99MsMax &&
    busy.cpuMs.max <= cpuMsMax &&
    healthy === asked &&
    controlMs > 1_000,
  `${answered} of ${inputs.length} answered, busy p99 ${busy.cpuMs.p99.toFixed(0)} ms, longest ${busy.cpuMs.max.toFixed(0)} ms (idle ${idle.cpuMs.max.toFixed(0)} ms), delay p99 ${busy.delayMs.p99.toFixed(0)} ms, /health/live ${healthy} of ${asked}; control ${controlMs.toFixed(0)} ms`,
)

async function askHealth(): Promise<void> {
  asked += 1
  const answer = await request(`${service.url}/health/live`)
  await answer.body.dump()
  if (answer.statusCode === 200) healthy += 1
}

/** Whether there is an answer that is no fault of the service; jobs are waited for. */
async function send({ path, body, name }: HostileInput): Promise<boolean> {
  const headers = { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' }
  const payload = JSON.stringify(body)
  const answer = await request(`${service.url}${path}`, { method: 'POST', headers, body: payload })
  const text = await answer.body.text()
  if (isVerbose) console.error(name, answer.statusCode, text.slice(0, 150))
  if (answer.statusCode >= 500 && !text.includes('SCRAPE_')) return false
  const { id } = JSON.parse(text) as { readonly id?: string }
  if (path === '/v2/crawl' && id !== undefined)
    await ended(`${service.url}/v2/crawl/${id}`, headers)
  return true
}

async function ended(url: string, headers: Record<string, string>): Promise<void> {
  const late = performance.now() + jobMsMax
  while (performance.now() < late) {
    const { body } = await request(`${url}?limit=1`, { headers })
    const { status } = (await body.json()) as { readonly status?: string }
    if (status !== 'scraping') return
    await sleep(100)
  }
}

async function busyness(): Promise<Busyness> {
  child.send('figures')
  const [figures] = (await once(child, 'message')) as [Busyness]
  return figures
}

/** Processor time of one line of robots.txt and the links of one page, read without care. */
function carelessMs(): number {
  const before = process.threadCpuUsage()
  const careless = /^([^:]*?)\s*:\s*(.*)$/
  careless.test(`Disallow${' '.repeat(60_000)}x`)
  for (let link = 0; link < 30; link += 1) `/${'/'.repeat(8_000)}x`.replace(/\/+$/, '')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
