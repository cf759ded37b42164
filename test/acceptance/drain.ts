/**
 * SIGTERM under load: accepted requests are completed, the crawl continues after the restart, and the process exits in time.
 */
import { setTimeout } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const requests = 50
const pages = 200
const exitMsMax = 30_000
const patienceMs = 120_000

await using site = await startPageSite(pages, 300)
await using slowSite = await startPageSite(pages, 2_000)
await using weir = await startWeir({ env: { WEIR_LOG_LEVEL: 'error' } })
const crawl = await watchCrawl(weir, { url: `${site.url}/p/`, sitemap: 'skip', limit: pages })

const scrape = async (n: number) => {
  const body = { url: `${slowSite.url}/p/${n}`, maxAge: 0 }
  return (await send(weir, 'POST /v2/scrape', { body })).status
}

/** Number of requests in progress that do not succeed when a signal arrives. */
async function broken(signal: 'SIGTERM' | 'SIGKILL') {
  const answers = Array.from({ length: requests }, (_, n) => scrape(n).catch(() => 0))
  for (let arrived = 0; arrived < requests; await setTimeout(20)) arrived += await slowSite.visits()
  const startedAt = Date.now()
  await weir.kill(signal)
  const ms = Date.now() - startedAt
  return { count: (await Promise.all(answers)).filter((status) => status !== 200).length, ms }
}

const ours = await broken('SIGTERM')
const orphans = weir.child.exitCode === 0 ? 0 : 1
await weir.restart()
const control = await broken('SIGKILL')
await weir.restart()
const last = await crawl.end(patienceMs)
const urls = await crawl.urls()

const isWhole = last?.status === 'completed' && new Set(urls).size === pages
report(
  'drain',
  ours.count === 0 && orphans === 0 && ours.ms <= exitMsMax && isWhole && control.count > 0,
  `${ours.count} of ${requests} requests broken, exit after ${(ours.ms / 1_000).toFixed(1)} s, crawl ${urls.length} of ${pages}; control ${control.count} broken by SIGKILL`,
)
