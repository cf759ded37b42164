/**
 * Workers whose clocks are 25 hours ahead, an hour behind, and half a minute off do not start. When nothing stops them, they crawl a
 * site and sweep: they delete nothing, request each page once, and deliver each event once. The control is a worker that reads
 * its own time instead of the database's, as `now()`: it deletes all jobs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { defineNow } from '#test/fixtures/database-time.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { until } from '#test/fixtures/until.ts'
import { startListener, watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

if (spawnSync('faketime', ['--version']).error) {
  process.stdout.write('wrong-clocks: skipped: the Debian package faketime is not installed\n')
  process.exit()
}

const offsets = ['+25h', '-1h', '+30s', '-30s']
const pages = 60
/** Longer than the time between two sweeps. */
const sweptMs = 75_000
const patienceMs = 240_000

await using stack = new AsyncDisposableStack()
const site = stack.use(await startPageSite(pages, 50))
const receiver = stack.use(await startListener())
const postgres = stack.use(await startExternalPostgres())
const database = stack.use(postgres.connect())
const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'weir-clocks-')))
const env = {
  DATABASE_URL: postgres.url,
  WEIR_SECRET: 'a secret that all of these processes share',
  WEIR_LOG_LEVEL: 'error',
  WEIR_BROWSER_PAGES_MAX: '0',
}
const api = stack.use(
  await startWeir({ dataDir: join(folder.path, 'api'), env: { ...env, WEIR_ROLE: 'api' } }),
)

/** A worker with another clock, whose timers run as fast as others. */
function startWorker(offset: string, command: readonly string[], databaseUrl = postgres.url) {
  const child = spawn('faketime', ['-m', '-f', offset, process.execPath, ...command], {
    env: {
      ...process.env,
      ...env,
      DATABASE_URL: databaseUrl,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
      WEIR_ROLE: 'worker',
      WEIR_PORT: '0',
      WEIR_SEARCH: 'local',
      WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
      WEIR_DATA_DIR: join(folder.path, `worker${offset}`),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The program is a child of faketime: signals go to both.
    detached: true,
  })
  const signal = (name: NodeJS.Signals) => child.pid && process.kill(-child.pid, name)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (output = `${output}${chunk}`.slice(-100_000)))
  stack.defer(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    signal('SIGKILL')
    await once(child, 'exit')
  })
  return { child, signal, output: () => output }
}

/** Whether a worker as it is ends with the reason. */
async function isRefused(offset: string): Promise<boolean> {
  const { child, output } = startWorker(offset, ['scripts/weir.mjs', 'serve'])
  await until(() => child.exitCode !== null, { withinMs: patienceMs })
  return child.exitCode === 1 && /The clock of this machine is/.test(output())
}
let refused = 0
for (const offset of offsets) if (await isRefused(offset)) refused++

const counts = async () => {
  const [row] = await database.query<{ jobs: number; scrapes: number; files: number }>(
    `select (select count(*) from jobs) as jobs, (select count(*) from scrapes) as scrapes,
       (select count(*) from files) as files`,
    [],
  )
  return row ?? { jobs: 0, scrapes: 0, files: 0 }
}
for (let n = 0; n < 20; n++)
  await database.query(
    `with team as (select id from teams where is_first),
     file as (insert into files (id, team_id, content_type, bytes, expires_at)
       select gen_random_uuid(), id, 'image/png', 1, now() + interval '1 day' from team)
     insert into scrapes (id, team_id, document, created_at) select gen_random_uuid(), id, '', now() from team`,
  )

const unwatched = ['test/fixtures/unwatched-worker.ts']
const workers = offsets.map((offset) => startWorker(offset, unwatched))
const began = await until(() => workers.every(({ output }) => /began at/.test(output())), {
  withinMs: patienceMs,
})
const crawl = await watchCrawl(api, {
  url: `${site.url}/p/`,
  sitemap: 'skip',
  ignoreQueryParameters: true,
  limit: pages,
  scrapeOptions: { maxAge: 0 },
  webhook: receiver.url,
})
const last = await crawl.end(patienceMs)
const visits = await site.visits()
const owners = await database.query('select from deliveries where attempts > 1', [])
await until(() => receiver.pages() >= pages, { withinMs: patienceMs })
await sleep(sweptMs)
const kept = await counts()
for (const { signal } of workers) signal('SIGKILL')

await defineNow(database, `pg_catalog.now() + interval '25 hours'`)
const own = new URL(postgres.url)
own.searchParams.set('options', '-c search_path=public,pg_catalog')
const careless = startWorker('+0', unwatched, own.href)
await until(async () => (await counts()).jobs === 0, { withinMs: patienceMs })
const control = kept.jobs - (await counts()).jobs
careless.signal('SIGKILL')

report(
  'wrong-clocks',
  refused === offsets.length &&
    began &&
    last?.status === 'completed' &&
    visits === pages &&
    receiver.pages() === pages &&
    receiver.underManyIds() === 0 &&
    owners.length === 0 &&
    kept.jobs === 1 &&
    kept.scrapes === 20 &&
    kept.files === 20 &&
    control === 1,
  `${refused} of ${offsets.length} workers with a wrong clock refused; unwatched they crawled ${visits} of ${pages} pages, once each, delivered ${receiver.pages()} events, ${owners.length} twice, and kept ${kept.jobs} of 1 jobs, ${kept.scrapes} of 20 scrapes, ${kept.files} of 20 files; control: a worker with its own time deleted ${control} jobs`,
)
