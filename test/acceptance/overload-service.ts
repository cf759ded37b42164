/** Five times the capacity of the whole service: its throughput stays constant, and the rest is refused with `Retry-After`. */
import { report } from '#test/fixtures/acceptance.ts'
import { openLoad, percentile, steadyLoad, type Target } from '#test/fixtures/load.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const seconds = Number(process.env['SECONDS'] ?? 12)

await using site = await startPageSite(1)
await using weir = await startWeir({ env: { WEIR_REQUESTS_MAX: '64' } })
const headers = { authorization: `Bearer ${weir.key}`, 'content-type': 'application/json' }
const work: Target = {
  url: `${weir.url}/v2/scrape`,
  method: 'POST',
  headers,
  body: JSON.stringify({ url: `${site.url}/p/`, maxAge: 0, storeInCache: false }),
}
const health: Target = { url: `${weir.url}/health/live`, method: 'GET', headers: {} }

await steadyLoad(work, 16, 3)
const peak = await steadyLoad(work, 16, 4)
const perSecond = peak.ok / peak.seconds
const [loaded, probes] = await Promise.all([
  openLoad(work, 5 * perSecond, seconds),
  openLoad(health, 20, seconds),
])
const after = await steadyLoad(work, 16, 3)

for (const example of [...loaded.examples, ...probes.examples]) process.stderr.write(`${example}\n`)
const goodput = loaded.ok / loaded.seconds / perSecond
const wrong = loaded.wrong + probes.wrong + after.wrong
const recovered = percentile(after.okMs, 0.5) / percentile(peak.okMs, 0.5)
report(
  'overload-service',
  goodput >= 0.8 && wrong === 0 && loaded.refused > 0 && recovered < 2,
  `goodput ${Math.round(goodput * 100)} % of ${Math.round(perSecond)} scrapes/s, ${loaded.refused} refused with Retry-After, ${wrong} otherwise; health p99 ${Math.round(percentile(probes.okMs, 0.99))} ms (the delay of the event loop), back to ${recovered.toFixed(1)} x; the control is that of overload`,
)
