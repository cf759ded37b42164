/**
 * An upgrade under load, behind a load balancer: processes of the release before and of these sources work side by side on the database
 * that the newer ones have migrated, then all are restarted one after the other by SIGTERM. No request is lost, and a crawl that runs
 * meanwhile has each page once. Releases before 0.3 end without a delay, so the load balancer leaves the older process first. The release
 * before is found as by `upgrade`; without the history of git both are these sources. Control: a process that is stopped without
 * WEIR_STOP_DELAY_SECONDS loses requests.
 */
import { chmodSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { startLoadBalancer } from '#test/fixtures/load-balancer.ts'
import { checkOut, findOlderRevision } from '#test/fixtures/older-sources.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const requestsMin = isQuick ? 1_000 : 5_000
const controlRequestsMax = 5_000
const besideMin = 200
const pages = 150
const atOnce = 8
const patienceMs = 240_000

await using stack = new AsyncDisposableStack()
const folder = stack.use(mkdtempDisposableSync(join(tmpdir(), 'weir-rolling-')))
// Releases before 0.2 do not start below a folder that only root enters.
chmodSync(folder.path, 0o755)
const revision = findOlderRevision()
const older = revision === '' ? {} : { root: checkOut(revision, join(folder.path, 'older')) }
const postgres = stack.use(await startExternalPostgres())
const site = stack.use(await startPageSite(pages, 500))
const balancer = stack.use(await startLoadBalancer())

const shared = {
  DATABASE_URL: postgres.url,
  WEIR_SECRET: 'a secret that all of these processes share',
  WEIR_LOG_LEVEL: 'error',
}
async function start(
  role: 'api' | 'worker',
  { root, stopDelaySeconds = '3' }: { root?: string; stopDelaySeconds?: string } = {},
) {
  const env = { ...shared, WEIR_ROLE: role, WEIR_STOP_DELAY_SECONDS: stopDelaySeconds }
  const port = await freePort()
  return stack.use(await startWeir({ env, port, ...(root !== undefined && { root }) }))
}

/** Requests without a pause, one after the other in each of several lines, until it is disposed. */
function load(weir: { readonly url: string; readonly key: string }) {
  const made = { count: 0, lost: [] as string[] }
  const ended = new AbortController()
  const kinds = [
    () => send(weir, 'GET /v2/team/credit-usage'),
    () => send(weir, 'POST /v2/scrape', { body: { url: `${site.url}/p/1` } }),
    () => send(weir, 'POST /v2/map', { body: { url: `${site.url}/p/1`, sitemap: 'skip' } }),
  ]
  async function line(): Promise<void> {
    for (let turn = 0; !ended.signal.aborted; turn++) {
      const kind = kinds[turn % kinds.length]
      const failure = await kind?.().then(
        ({ status, text }) => (status === 200 ? undefined : `${status} ${text.slice(0, 120)}`),
        String,
      )
      made.count += 1
      if (failure !== undefined) made.lost.push(failure)
    }
  }
  const lines = Array.from({ length: atOnce }, line)
  return {
    made,
    /** Waits until so many more requests were made. */
    async more(count: number): Promise<void> {
      const wanted = made.count + count
      while (made.count < wanted) await sleep(20)
    },
    async [Symbol.asyncDispose]() {
      ended.abort()
      await Promise.all(lines)
    },
  }
}

const olderApi = await start('api', older)
const olderWorker = await start('worker', older)
await balancer.add(olderApi.url)
const entry = { url: balancer.url, key: olderApi.key }
const crawl = await watchCrawl(entry, {
  url: `${site.url}/p/`,
  sitemap: 'skip',
  limit: pages,
  maxConcurrency: 4,
})

const made = { count: 0, lost: [] as string[] }
let urls: string[] = []
let status: string | undefined
{
  await using steady = load(entry)
  await steady.more(besideMin)
  // It migrates the database while the older processes work.
  const api = await start('api')
  await balancer.add(api.url)
  await steady.more(besideMin)
  balancer.remove(olderApi.url)
  await steady.more(atOnce)
  await olderApi.kill('SIGTERM')
  const other = await start('api')
  await balancer.add(other.url)
  const worker = await start('worker')
  await olderWorker.kill('SIGTERM')
  for (const process of [api, other, worker]) await process.restart('SIGTERM')
  await steady.more(Math.max(besideMin, requestsMin - steady.made.count))
  status = (await crawl.end(patienceMs))?.status
  urls = await crawl.urls()
  Object.assign(made, steady.made)
}

const control = await start('api', { stopDelaySeconds: '0' })
await balancer.add(control.url)
let controlLost = 0
{
  await using steady = load(entry)
  await steady.more(besideMin)
  for (
    ;
    controlLost === 0 && steady.made.count < controlRequestsMax;
    await steady.more(besideMin)
  ) {
    await control.restart('SIGTERM')
    controlLost = steady.made.lost.length
  }
}

const doubled = urls.length - new Set(urls).size
report(
  'rolling-restart',
  made.lost.length === 0 &&
    status === 'completed' &&
    urls.length === pages &&
    doubled === 0 &&
    controlLost > 0,
  `from ${revision || 'these sources'}: ${made.lost.length} of ${made.count} requests lost${made.lost.length > 0 ? ` (${[...new Set(made.lost)].slice(0, 3).join('; ')})` : ''}, ${urls.length} of ${pages} pages, ${doubled} twice; control: ${controlLost} lost`,
)
