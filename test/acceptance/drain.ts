/**
 * SIGTERM under load: accepted requests are completed, the crawl continues after the restart, and the process exits in time.
 */
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const requests = 50
const pages = 200
const exitMsMax = 30_000
const patienceMs = 120_000
const env = { WEIR_LOG_LEVEL: 'error' }

await using site = await startPageSite(pages, 300)
await using slowSite = await startPageSite(pages, 2_000)
await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-drain-'))
let weir = await startWeir({ dataDir: folder.path, env })
const crawl = await watchCrawl(() => weir, { url: `${site.url}/p/`, sitemap: 'skip', limit: pages })

const scrape = async ({ url, key }: WeirProcess, n: number) => {
  const { statusCode, body } = await request(`${url}/v2/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${slowSite.url}/p/${n}`, maxAge: 0 }),
  })
  await body.text()
  return statusCode
}

/** Number of requests in progress that do not succeed when a signal arrives. */
async function broken(signal: 'SIGTERM' | 'SIGKILL') {
  const answers = Array.from({ length: requests }, (_, n) => scrape(weir, n).catch(() => 0))
  for (let arrived = 0; arrived < requests; await setTimeout(20)) arrived += await slowSite.visits()
  const startedAt = Date.now()
  weir.child.kill(signal)
  await once(weir.child, 'exit')
  const ms = Date.now() - startedAt
  return { count: (await Promise.all(answers)).filter((status) => status !== 200).length, ms }
}

const ours = await broken('SIGTERM')
const orphans = weir.child.exitCode === 0 ? 0 : 1
weir = await startWeir({ dataDir: folder.path, env })
const control = await broken('SIGKILL')
weir = await startWeir({ dataDir: folder.path, env })
const last = await crawl.end(patienceMs)
const urls = await crawl.urls()
await weir[Symbol.asyncDispose]()

const isWhole = last?.status === 'completed' && new Set(urls).size === pages
report(
  'drain',
  ours.count === 0 && orphans === 0 && ours.ms <= exitMsMax && isWhole && control.count > 0,
  `${ours.count} of ${requests} requests broken, exit after ${(ours.ms / 1_000).toFixed(1)} s, crawl ${urls.length} of ${pages}; control ${control.count} broken by SIGKILL`,
)
