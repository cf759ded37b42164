// acceptance: quick
/**
 * A crawl whose service is killed repeatedly: every page is delivered, counted and charged once, and every event is delivered.
 * A page that was in work at four kills may fail without a charge, as a page that crashes the process does; at most 1 %.
 * PAGES=1000 KILLS=10 ROUNDS=10 node test/acceptance/crash-worker.ts
 */
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { until } from '#test/fixtures/until.ts'
import { lookUntil, startListener, watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const pages = Number(process.env['PAGES'] ?? (isQuick ? 60 : 500))
const kills = Number(process.env['KILLS'] ?? (isQuick ? 2 : 20))
const rounds = Number(process.env['ROUNDS'] ?? 1)
const patienceMs = 180_000

const found = {
  pages: 0,
  givenUp: 0,
  doubled: 0,
  credits: 0,
  notified: 0,
  underManyIds: 0,
  backward: 0,
}
let [killed, again, recoverySeconds, completed] = [0, 0, 0, 0]
for (let round = 0; round < rounds; round++) await crawlOnce()

async function crawlOnce(): Promise<void> {
  await using site = await startPageSite(pages, 10)
  await using receiver = await startListener()
  await using weir = await startWeir({
    env: { WEIR_BROWSER_PAGES_MAX: '0', WEIR_HOST_PAGES_MAX: '32', WEIR_LOG_LEVEL: 'error' },
  })
  const crawl = await watchCrawl(weir, {
    url: `${site.url}/p/`,
    sitemap: 'skip',
    ignoreQueryParameters: true,
    limit: pages,
    scrapeOptions: { maxAge: 0 },
    webhook: receiver.url,
  })
  for (let kill = 0; kill < kills; kill++) {
    // Without the hold, the rest of the pages may be done before the kill.
    const held = site.holdAfter(1 + Math.random() * (pages / (kills + 1)))
    if (!(await lookUntil(crawl, held))) break
    await weir.restart()
    site.release()
    killed++
  }
  const lastKill = Date.now()
  const last = await crawl.end(patienceMs)
  recoverySeconds = Math.max(recoverySeconds, (Date.now() - lastKill) / 1_000)
  const urls = await crawl.urls()
  await until(() => receiver.pages() >= urls.length, { withinMs: patienceMs })
  if (last?.status === 'completed') completed++
  again += (await site.visits()) - pages
  found.pages += urls.length
  found.doubled += urls.length - new Set(urls).size
  found.credits += await crawl.charged()
  found.notified += receiver.pages()
  found.underManyIds += receiver.underManyIds()
  found.backward += crawl.backward()
  found.givenUp += await crawl.givenUp()
}

const wanted = pages * rounds
/** A page is given up after it was in work at this many crashes without a known cause. */
const crashesMin = 4
const givenUpMax = kills < crashesMin ? 0 : wanted / 100
const isRight =
  completed === rounds &&
  found.pages + found.givenUp === wanted &&
  found.givenUp <= givenUpMax &&
  found.credits === found.pages &&
  found.notified === wanted &&
  found.doubled + found.underManyIds + found.backward === 0 &&
  again > 0
report(
  'crash-worker',
  isRight,
  `${found.pages} of ${wanted} pages, ${found.givenUp} given up, ${found.doubled} duplicated, ${found.credits} credits, ${killed} kills, ${found.backward} decreases of figures, ${found.notified} pages notified (${found.underManyIds} under several ids), done ${recoverySeconds.toFixed(1)} s after the last kill at most; control: ${again} pages were interrupted and fetched again`,
)
