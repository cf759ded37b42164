/**
 * A monitor check with many pages whose service is killed repeatedly: every page is checked, charged and notified once, in one
 * check. A page that was in work at four kills may fail without a charge, as a page that crashes the process does; at most 1 %.
 * Control: the work that was unfinished at each kill.
 */
import { setTimeout } from 'node:timers/promises'
import { Firecrawl } from 'firecrawl'
import { failures } from '#kernel/errors.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { article } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { until } from '#test/fixtures/until.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const pages = Number(process.env['PAGES'] ?? 200)
const kills = Number(process.env['KILLS'] ?? 10)
const answerMs = 150
const patienceMs = 180_000

await using site = await startSite((_request, response) => {
  void setTimeout(answerMs).then(() =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(article('Page')),
  )
})
await using receiver = await startReceiver()
await using weir = await startWeir({
  env: { WEIR_LOG_LEVEL: 'error', WEIR_HOST_PAGES_MAX: '4' },
})
const sdk = () => new Firecrawl({ apiKey: weir.key, apiUrl: weir.url })

const urls = Array.from({ length: pages }, (_, page) => `${site.url}/${page}`)
const before = (await sdk().getCreditUsage()).remainingCredits
const { id } = await sdk().createMonitor({
  name: 'Crash',
  schedule: { text: 'daily' },
  targets: [{ type: 'scrape', urls }],
  webhook: { url: receiver.url },
})
const { id: checkId } = await sdk().runMonitor(id)

const isOpen = async () =>
  ['queued', 'running'].includes((await sdk().getMonitorCheck(id, checkId, { limit: 1 })).status)

let hit = 0
for (let kill = 0; kill < kills; kill++) {
  await setTimeout(100 + Math.random() * 500)
  if (await isOpen()) hit++
  await weir.restart()
}
await until(async () => !(await isOpen()), { withinMs: patienceMs, everyMs: 100 })

const check = await sdk().getMonitorCheck(id, checkId)
const checks = await sdk().listMonitorChecks(id)
const charged = before - (await sdk().getCreditUsage()).remainingCredits
const delivered = () => {
  const ids = receiver.messages.map(({ type, webhookId }) => `${String(type)} ${String(webhookId)}`)
  return [...new Set(ids)].filter((line) => line.startsWith('monitor.page')).length
}
await until(() => delivered() >= pages, { withinMs: patienceMs })

/** A page is given up after it was in work at this many crashes without a known cause. */
const crashesMin = 4
const failed = check.pages.filter(({ status }) => status === 'error')
const givenUp = failed.filter(({ error }) => error === failures.SCRAPE_RETRY_LIMIT.message).length
const givenUpMax = kills < crashesMin ? 0 : pages / 100
const priced = pages - givenUp
const seen = new Set(check.pages.map(({ url }) => url))
const doubled = check.pages.length - seen.size
const isRight =
  check.status === (givenUp > 0 ? 'partial' : 'completed') &&
  failed.length === givenUp &&
  givenUp <= givenUpMax &&
  seen.size === pages &&
  doubled === 0 &&
  charged === priced &&
  check.actualCredits === priced &&
  delivered() === pages &&
  checks.length === 1
report(
  'crash-monitor',
  isRight && hit > 0,
  `check ${check.status}, ${seen.size} of ${pages} pages, ${doubled} doubled, ${givenUp} given up, ${charged} credits, ${delivered()} messages, ` +
    `${checks.length} check, ${kills} kills; control ${hit} kills hit a running check`,
)
