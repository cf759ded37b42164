/**
 * The SIEM of a team gets one event for each fetched URL, although the service is killed while it sends.
 * Control: a receiver that does not discard events with a known id counts some twice.
 * URLS=10000 KILLS=4 node test/acceptance/siem-crash.ts
 */
import { setTimeout } from 'node:timers/promises'
import type { SiemEvent } from '#delivery/siem/siem-event.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { ask } from '#test/fixtures/ask.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const wanted = Number(process.env['URLS'] ?? 10_000)
const kills = Number(process.env['KILLS'] ?? 4)
const patienceMs = 900_000
/** So long the receiver has the events before it answers: time to be killed in. */
const answerMs = 400

await using site = await startSite((_request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<title>Page</title><p>A page with a sentence.</p>')
})
const received: SiemEvent[] = []
const counted = { requests: 0 }
await using receiver = await startSite((incoming, response) => {
  const chunks: Buffer[] = []
  incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
  incoming.on('end', () => {
    counted.requests++
    const lines = Buffer.concat(chunks).toString().trim().split('\n')
    received.push(...lines.map((line) => JSON.parse(line) as SiemEvent))
    globalThis.setTimeout(() => response.end(), answerMs)
  })
})

await using weir = await startWeir({
  env: { WEIR_HOST_PAGES_MAX: '64', WEIR_LOG_LEVEL: 'error' },
})

await ask(weir, 'PUT /v2/team/siem', {
  enabled: true,
  destination: { type: 'http', url: receiver.url },
})
const urls = Array.from({ length: wanted }, (_, index) => `${site.url}/${index}`)
const options = { formats: ['rawHtml'], maxAge: 0, storeInCache: false }
const { id } = await ask<{ id: string }>(weir, 'POST /v2/batch/scrape', { urls, ...options })

/** Kills the service while a request with events is open. */
let killed = 0
const startedAt = Date.now()
while (killed < kills && Date.now() - startedAt < patienceMs) {
  const before = counted.requests
  while (counted.requests === before && Date.now() - startedAt < patienceMs) await setTimeout(10)
  await weir.restart()
  killed++
  await setTimeout(2_000)
}

const distinct = (name: 'event_id' | 'scrape_id') =>
  new Set(received.map((event) => event[name])).size
interface Status {
  readonly status: string
  readonly completed: number
}
let status: Status | undefined
while (Date.now() - startedAt < patienceMs) {
  status = await ask<Status>(weir, `GET /v2/batch/scrape/${id}?limit=1`)
  if (status.status !== 'scraping' && distinct('event_id') >= wanted) break
  await setTimeout(500)
}
// A second event of a URL would still come.
await setTimeout(3_000)

const events = distinct('event_id')
const ofUrls = new Set(received.map(({ url }) => url)).size
const doubled = events - distinct('scrape_id')
const repeated = received.length - events
report(
  'siem-crash',
  status?.status === 'completed' &&
    events === wanted &&
    ofUrls === wanted &&
    doubled === 0 &&
    killed === kills &&
    repeated > 0,
  `${wanted} URLs fetched, ${events} events of ${ofUrls} URLs after ${killed} kills, ${doubled} doubled, in ${counted.requests} requests; control without ids: ${received.length} events, ${repeated} doubled`,
)
