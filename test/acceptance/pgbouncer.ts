/**
 * Two API processes and two workers reach PostgreSQL through PgBouncer in transaction mode, with fewer connections to the server than
 * they have to PgBouncer; PgBouncer and a worker are killed during a crawl: every page is processed once. Control: the server has no more
 * connections than PgBouncer may have. `PGBOUNCER` is the program when it is not in PATH; it must be 1.21 or later.
 */
import { setTimeout } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { readPgBouncerVersion, startPgBouncer } from '#test/fixtures/pgbouncer.ts'
import { watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const pages = Number(process.env['PAGES'] ?? 400)
const connectionsMax = 8
const pageMs = 100
const patienceMs = 240_000

if ((readPgBouncerVersion() ?? 0) < 121) {
  report('pgbouncer', false, 'PgBouncer is missing or older than 1.21; set PGBOUNCER')
  process.exit()
}

await using stack = new AsyncDisposableStack()
const postgres = stack.use(await startExternalPostgres())
const site = stack.use(await startPageSite(pages, pageMs))

const secret = {
  WEIR_SECRET: 'a secret that all of these processes share',
  WEIR_LOG_LEVEL: 'error',
}
const pooler = stack.use(await startPgBouncer(postgres.url, { connectionsMax, preparedMax: 200 }))
const startRole = (role: 'api' | 'worker') =>
  startWeir({
    env: { ...secret, DATABASE_URL: pooler.url, WEIR_ROLE: role, WEIR_HOST_PAGES_MAX: '32' },
  })
const api = stack.use(await startRole('api'))
const other = stack.use(await startRole('api'))
const workers = [
  stack.use(await startRole('worker')),
  stack.use(await startRole('worker')),
] as const

const crawl = await watchCrawl(api, {
  url: `${site.url}/p/`,
  sitemap: 'skip',
  ignoreQueryParameters: true,
  limit: pages,
})
const direct = postgres.connect()
stack.use(direct)
let connectionsMost = 0
async function watchConnections(ended: AbortSignal) {
  for (; !ended.aborted; await setTimeout(200)) {
    const [row] = await direct.query<{ count: number }>(
      "select count(*)::integer as count from pg_stat_activity where application_name in ('weir api', 'weir worker')",
      [],
    )
    connectionsMost = Math.max(connectionsMost, row?.count ?? 0)
  }
}
const ended = new AbortController()
const watching = watchConnections(ended.signal)
stack.defer(async () => {
  ended.abort()
  await watching
})

await setTimeout(2_000)
await workers[0].kill()
await pooler.crash(2_000)
await workers[0].restart()
const last = await crawl.end(patienceMs)
const urls = await crawl.urls()
const charged = await crawl.charged()
const doubled = urls.length - new Set(urls).size
const elsewhere = await fetch(`${other.url}/v2/team/credit-usage`, {
  headers: { authorization: `Bearer ${other.key}` },
})
ended.abort()
await watching

report(
  'pgbouncer',
  last?.status === 'completed' &&
    urls.length === pages &&
    doubled === 0 &&
    charged === pages &&
    elsewhere.status === 200 &&
    connectionsMost <= connectionsMax,
  `${urls.length} of ${pages} pages, ${doubled} duplicated, ${charged} credits, at most ${connectionsMost} of ${connectionsMax} connections to the server`,
)
