/**
 * Two API processes and two workers reach PostgreSQL through PgBouncer in transaction mode, with fewer connections to the server than
 * they have to PgBouncer; PgBouncer and a worker are killed during a crawl: every page is processed once. Controls: without prepared
 * statements in PgBouncer the service says what to set; and the server has no more connections than
 * PgBouncer may have. `PGBOUNCER` is the program when it is not in PATH; it must be 1.21 or later.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtempDisposable, stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const program = process.env['PGBOUNCER'] ?? 'pgbouncer'
const pages = Number(process.env['PAGES'] ?? 400)
const serverConnectionsMax = 8
const pageMs = 100
const patienceMs = 240_000
const requestsAtOnce = 100

const version = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(program, ['--version']).stdout?.toString())
if (!version || Number(version[1]) * 100 + Number(version[2]) < 121) {
  report('pgbouncer', false, `${program} is missing or older than 1.21; set PGBOUNCER`)
  process.exit()
}

await using stack = new AsyncDisposableStack()
const postgres = stack.use(await startExternalPostgres())
const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'weir-pgbouncer-')))
const site = stack.use(await startPageSite(pages, pageMs))
const server = new URL(postgres.url.replace('postgres:///', 'postgres://localhost/'))
const [host = '', user] = ['host', 'user'].map((name) => server.searchParams.get(name) ?? '')
/** Owner of the socket of the server; PgBouncer does not run as root. */
const { uid, gid } = await stat(host)
for (const path of [folder.path, dirname(host)]) await chmod(path, 0o711)

/** PgBouncer on a port of its own; disposing kills it. */
async function startPgBouncer(preparedMax: number, port: number) {
  const file = join(folder.path, `${port}.ini`)
  const lines = [
    '[databases]',
    `weir = host=${host} dbname=${server.pathname.slice(1)} user=${user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `max_prepared_statements = ${preparedMax}`,
    `default_pool_size = ${serverConnectionsMax}`,
    'max_client_conn = 500',
  ]
  await writeFile(file, lines.join('\n'), { mode: 0o644 })
  const open = async () => {
    const child = spawn(program, [file], {
      stdio: 'ignore',
      ...(process.getuid?.() === 0 && { uid, gid }),
    })
    while (!(await isOpen(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
      await setTimeout(50)
    }
    return child
  }
  let child: ChildProcess = await open()
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url: `postgres://weir@127.0.0.1:${port}/weir`,
    async crash(awayMs: number) {
      await kill()
      await setTimeout(awayMs)
      child = await open()
    },
    [Symbol.asyncDispose]: kill,
  }
}

async function isOpen(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  const [outcome] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'error').then(() => [false]),
  ]).catch(() => [false])
  socket.destroy()
  return outcome === true
}

const secret = {
  WEIR_SECRET: 'a secret that all of these processes share',
  WEIR_LOG_LEVEL: 'error',
}
const pooler = stack.use(await startPgBouncer(200, await freePort()))
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

const without = stack.use(await startPgBouncer(0, await freePort()))
/** What a service says that starts or works without them: many requests at once use several connections. */
const said = await startWeir({ env: { ...secret, DATABASE_URL: without.url } }).then(
  async (weir) => {
    await using running = weir
    const headers = { authorization: `Bearer ${running.key}` }
    const ask = () => fetch(`${running.url}/v2/team/credit-usage`, { headers })
    await Promise.allSettled(Array.from({ length: requestsAtOnce }, ask))
    return running.output()
  },
  (error: unknown) => String(error),
)
const isTold = said.includes('max_prepared_statements')
report(
  'pgbouncer',
  last?.status === 'completed' &&
    urls.length === pages &&
    doubled === 0 &&
    charged === pages &&
    elsewhere.status === 200 &&
    connectionsMost <= serverConnectionsMax &&
    isTold,
  `${urls.length} of ${pages} pages, ${doubled} duplicated, ${charged} credits, at most ${connectionsMost} of ${serverConnectionsMax} connections to the server; control: without prepared statements ${isTold ? 'it says what to set' : `it says nothing: ${said.slice(-400)}`}`,
)
