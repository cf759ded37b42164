// acceptance: quick
/** A crawl whose PostgreSQL is killed repeatedly: every page is processed once, and no process exits. */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const pages = Number(process.env['PAGES'] ?? (isQuick ? 300 : 5_000))
const crashesMax = isQuick ? 3 : 60
const quietMs = 2_000
const awayMsMax = 2_000
const patienceMs = 600_000

await using site = await startPageSite(pages, 10)
await using stack = new AsyncDisposableStack()
const postgres = stack.use(await startExternalPostgres())
const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'weir-chaos-')))
const weir = stack.use(
  await startWeir({
    dataDir: folder.path,
    env: {
      DATABASE_URL: postgres.url,
      WEIR_SECRET: 'a secret that only this check knows',
      WEIR_BROWSER_PAGES_MAX: '0',
      WEIR_HOST_PAGES_MAX: '32',
      WEIR_LOG_LEVEL: 'error',
    },
  }),
)
const crawl = await watchCrawl(weir, {
  url: `${site.url}/p/`,
  sitemap: 'skip',
  ignoreQueryParameters: true,
  limit: pages,
  scrapeOptions: { maxAge: 0 },
})

let crashes = 0
let refused = 0
while (crashes < crashesMax) {
  await setTimeout(Math.random() * quietMs)
  const status = await crawl.look().catch(() => undefined)
  if (status !== undefined && status.status !== 'scraping') break
  const outage = new AbortController()
  const restarted = postgres.crash(Math.random() * awayMsMax).finally(() => outage.abort())
  crashes++
  // The first poll can use a connection that has not noticed the crash.
  for (; !outage.signal.aborted; await setTimeout(50)) await crawl.look().catch(() => refused++)
  await restarted
}
const last = await crawl.end(patienceMs)
const urls = await crawl.urls()
const charged = await crawl.charged()
const doubled = urls.length - new Set(urls).size
const again = (await site.visits()) - pages
const isRight =
  last?.status === 'completed' &&
  urls.length === pages &&
  charged === pages &&
  doubled === 0 &&
  crawl.backward() === 0 &&
  weir.child.exitCode === null &&
  refused > 0
report(
  'db-chaos',
  isRight,
  `${urls.length} of ${pages} pages, ${doubled} duplicated, ${charged} credits, ${crashes} crashes of the database, ${crawl.backward()} decreases of figures, process ${weir.child.exitCode === null ? 'alive' : 'gone'}; control: ${refused} polls refused meanwhile, ${again} pages fetched again`,
)
