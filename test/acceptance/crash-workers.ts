/**
 * A crawl by three worker processes on one PostgreSQL. Workers are killed at random, the API process once, the database stops
 * during the crawl, and the webhook receiver is unavailable for a while. Every page is processed once. With `RETENTION=forced`
 * the check also searches for content that is readable without the key.
 */
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { until } from '#test/fixtures/until.ts'
import { lookUntil, startListener, watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { weir } from '#test/fixtures/terminal.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const pages = Number(process.env['PAGES'] ?? 1_000)
const kills = Number(process.env['KILLS'] ?? 10)
const workerCount = 3
/** The site responds slowly, so that the crawl is still running when the workers start. */
const pageMs = 1_000
const patienceMs = 240_000
const databaseAwayMs = 2_000
/** Of the pages that the site holds at a kill, some are in work at several. */
const givenUpShareMax = 0.03
const apiKilledAfter = 2
/** Longer than team settings are cached. */
const seenMs = 1_500

await using site = await startPageSite(pages, pageMs)
await using receiver = await startListener()
await using stack = new AsyncDisposableStack()
const postgres = stack.use(await startExternalPostgres())
const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'weir-crash-')))
const env = {
  DATABASE_URL: postgres.url,
  WEIR_SECRET: 'a secret that all of these processes share',
  WEIR_HOST_PAGES_MAX: '32',
  WEIR_LOG_LEVEL: 'error',
}
const startRole = (role: 'api' | 'worker') =>
  startWeir({ dataDir: folder.path, env: { ...env, WEIR_ROLE: role } })
const api = stack.use(await startRole('api'))
const workers: WeirProcess[] = []
for (let n = 0; n < workerCount; n++) workers.push(stack.use(await startRole('worker')))

/** Retention of the crawl: `off` is normal, `forced` is zero data retention, which costs twice as much. */
const retention = process.env['RETENTION'] ?? 'off'
const price = retention === 'off' ? 1 : 2
const { out } = await weir(['teams', 'list', '--json'], { env: api.env })
const [{ name }] = JSON.parse(out) as [{ name: string }]
await weir(['teams', 'set', name, '--zero-data-retention', retention], { env: api.env })
await setTimeout(seenMs)

const crawl = await watchCrawl(api, {
  url: `${site.url}/p/`,
  sitemap: 'skip',
  ignoreQueryParameters: true,
  limit: pages,
  webhook: receiver.url,
})

let killed = 0
let databaseRestarts = 0
/** Workers that exited without a signal of this check. */
let died = 0
while (killed < kills) {
  // Kills while the crawl makes progress. Without the hold, the rest of the pages may be done before the worker runs again on a busy
  // machine. A process that is unavailable is requested again.
  const held = site.holdAfter(1 + Math.random() * (pages / (4 * (kills + 1))))
  if (!(await lookUntil(crawl, held).catch(() => true))) break
  const victim = Math.floor(Math.random() * workerCount)
  const worker = workers[victim]
  if (!worker) break
  // One in three gets SIGTERM and drains; the others get SIGKILL.
  const signal = killed % 3 === 2 ? 'SIGTERM' : 'SIGKILL'
  if (worker.child.exitCode !== null) {
    died++
    process.stderr.write(`a worker exited unexpectedly:\n${worker.output()}\n`)
  } else await worker.kill(signal)
  killed++
  receiver.setDown(killed === 2)
  if (killed === Math.ceil(kills / 2)) {
    await postgres.crash(databaseAwayMs)
    databaseRestarts++
  }
  await worker.restart()
  if (killed === apiKilledAfter) await api.restart()
  site.release()
}
receiver.setDown(false)
const lastKill = Date.now()
const last = await crawl.end(patienceMs)
const recoverySeconds = (Date.now() - lastKill) / 1_000
const urls = await crawl.urls()
const charged = await crawl.charged()
// Deliveries that the receiver refused are retried after a minute.
await until(() => receiver.pages() >= pages, { withinMs: patienceMs })
// A page that was in work at several crashes is not tried again.
const givenUp = await crawl.givenUp()

const doubled = urls.length - new Set(urls).size
const isRight =
  last?.status === 'completed' &&
  urls.length + givenUp === pages &&
  givenUp <= pages * givenUpShareMax &&
  doubled === 0 &&
  killed === kills &&
  databaseRestarts === 1 &&
  died === 0 &&
  charged === urls.length * price &&
  crawl.backward() === 0 &&
  receiver.pages() === pages &&
  receiver.underManyIds() === 0
report(
  'crash-workers',
  isRight,
  `${urls.length} of ${pages} pages, ${givenUp} given up, ${doubled} duplicated, ${charged} credits; ${killed} kills among ${workerCount} workers, one of the API process, ${died} exited unexpectedly, ${databaseRestarts} database restarts, ${crawl.backward()} decreases of figures, ${receiver.pages()} pages notified (${receiver.underManyIds()} under several ids), done ${recoverySeconds.toFixed(1)} s after the last kill`,
)
