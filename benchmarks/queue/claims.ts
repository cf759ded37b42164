/**
 * CPU time of PostgreSQL per dispatched page, for pages that cost nothing: claims and what ends them, by running jobs. With the
 * folder of migrations of another version, both in turns: node benchmarks/queue/claims.ts [FOLDER/migrations]
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFrontier, type LeasedPage } from '#jobs/frontier.ts'
import { sharedSlots } from '#kernel/fair-share.ts'
import { newId } from '#kernel/ids.ts'
import type { Database } from '#storage/database.ts'
import { startEmbeddedPostgres } from '#storage/embedded-postgres.ts'
import { migrate } from '#storage/migrate.ts'
import { createPooledDatabase } from '#storage/pooled-database.ts'
import { testSeals } from '#test/fixtures/content-seals.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'

const [, , before] = process.argv
const teams = Number(process.env['TEAMS'] ?? 10)
const workers = Number(process.env['WORKERS'] ?? 50)
/** Pages that a worker has in work for one team, as `WEIR_WORKER_PAGES_MAX`. */
const pagesMax = Number(process.env['PAGES_MAX'] ?? 32)
const rounds = Number(process.env['ROUNDS'] ?? 2)
/** Claims of each worker and round. */
const claims = Number(process.env['CLAIMS'] ?? 3)
/** A snapshot that a dump holds keeps dead rows. */
const isHeld = process.env['HELD'] === '1'
const hosts = 10_000
const sizes = (process.env['JOBS'] ?? '10,200,1000').split(',').map(Number)

const outcome = {
  state: 'done',
  document: { bytes: Buffer.from('document'), jsonBytes: 8 },
  price: 1,
  found: [],
  blocked: [],
} as const

const dataDir = mkdtempSync(join(tmpdir(), 'weir-claims-'))
await using cleanup = new AsyncDisposableStack()
cleanup.defer(() => rmSync(dataDir, { recursive: true }))
const { connection } = cleanup.use(await startEmbeddedPostgres({ dataDir, log: silentLog }))
const admin = cleanup.use(createPooledDatabase({ connection, log: silentLog }))

interface Measured {
  readonly claimUs: number
  readonly finishUs: number
  readonly pagesPerClaim: number
}

row(
  'jobs',
  'version',
  'pages a claim',
  'claim, µs/page',
  'finish, µs/page',
  'claims a core, pages/s',
)
row('---:', '---', '---:', '---:', '---:', '---:')
for (const jobs of sizes) {
  const versions = [
    { name: 'this', folder: undefined },
    ...(before === undefined ? [] : [{ name: 'before', folder: before }]),
  ]
  const shown: (Measured & { readonly name: string })[] = []
  for (const { name, folder } of versions) {
    shown.push({ name, ...(await measure(jobs, folder)) })
  }
  for (const { name, claimUs, finishUs, pagesPerClaim } of shown) {
    const perSecond = Math.round(1_000_000 / claimUs)
    row(jobs, name, pagesPerClaim.toFixed(1), Math.round(claimUs), Math.round(finishUs), perSecond)
  }
  const [now, then] = shown
  if (now && then) row(jobs, 'ratio', '', (then.claimUs / now.claimUs).toFixed(1), '', '')
}

async function measure(jobs: number, folder?: string): Promise<Measured> {
  const name = `claims_${newId().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  const database = createPooledDatabase({
    connection: { ...connection, database: name },
    connectionsMax: 1,
    log: silentLog,
  })
  await using ending = new AsyncDisposableStack()
  ending.defer(async () => void (await admin.query(`drop database ${name} with (force)`)))
  ending.use(database)
  await migrate(database, folder)
  await addJobs(database, jobs)
  const holder = ending.use(
    createPooledDatabase({ connection: { ...connection, database: name }, log: silentLog }),
  )
  if (!isHeld) return await dispatch(database)
  return await holder.transaction(async (sql) => {
    await sql.query('set transaction isolation level repeatable read')
    await sql.query('select count(*) from jobs', [])
    return dispatch(database)
  })
}

/** Workers claim in turn, and end what they have before they claim again. */
async function dispatch(database: Database): Promise<Measured> {
  const [backend] = await database.query<{ pid: number }>('select pg_backend_pid() as pid', [])
  const cpuMs = () => readCpuMs(backend?.pid ?? 0)
  const frontier = createFrontier({
    database,
    hostPagesMax: 20,
    publishEvents: async () => {},
    recordFetches: async () => {},
    contentSeals: testSeals(database),
    log: silentLog,
  })
  const shared = sharedSlots(pagesMax)
  const ids = Array.from({ length: workers }, () => newId())
  const leased = new Map<string, readonly LeasedPage[]>()
  let [claimMs, finishMs, pages, count] = [0, 0, 0, 0]
  for (let round = 0; round <= rounds * claims; round++) {
    for (const worker of ids) {
      const start = cpuMs()
      for (const [jobId, done] of Map.groupBy(leased.get(worker) ?? [], (page) => page.jobId)) {
        await frontier.finish(
          worker,
          jobId,
          done.map((page) => ({ page, outcome })),
        )
      }
      const finished = cpuMs()
      const claimed = await frontier.claim(worker, { ...shared, wanted: shared.slots })
      leased.set(worker, claimed)
      // The first round fills the workers and their caches.
      if (round === 0) continue
      finishMs += finished - start
      claimMs += cpuMs() - finished
      pages += claimed.length
      count++
    }
  }
  return {
    claimUs: (claimMs * 1_000) / pages,
    finishUs: (finishMs * 1_000) / pages,
    pagesPerClaim: pages / count,
  }
}

/** Jobs of the teams in turn, each with as many pages as all workers can take, of many hosts. */
async function addJobs(database: Database, jobs: number): Promise<void> {
  const needed = (rounds * claims + 2) * workers * pagesMax * 2
  const pages = Math.ceil(needed / jobs)
  await database.query(
    `insert into plans select (jsonb_populate_record(p, '{"name": "large", "concurrency_max": 100000}')).* from plans p
     where name = 'self-hosted'`,
  )
  await database.query(
    `insert into teams (id, name, plan) select gen_random_uuid(), 'team ' || n, 'large' from generate_series(1, $1::integer) n`,
    [teams],
  )
  await database.query(
    `insert into jobs (id, team_id, principal, kind, request, url, page_price, pages_max, is_discovering, created_at, expires_at, total)
     select gen_random_uuid(), t.id, $1, 'crawl', '', '', 1, $2::integer, false, now(), now() + interval '1 day', $2::integer
     from generate_series(1, $3::integer) n
     join (select id, row_number() over () - 1 as position from teams where plan = 'large') t on t.position = n % $4`,
    [{ kind: 'key', id: newId() }, pages, jobs, teams],
  )
  await database.query(
    `insert into job_pages (job_id, number, url_key, url, host, depth, scrape_id)
     select j.id, n, sha256((j.id::text || n)::bytea), 'https://example.com/' || n, 'host' || ((random() * $2::integer)::integer), 0, gen_random_uuid()
     from jobs j, generate_series(1, $1::integer) n`,
    [pages, hosts],
  )
  await database.query('vacuum analyze')
}

/** CPU time of a process, which Linux counts in nanoseconds. */
function readCpuMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000_000
}

function row(...cells: readonly (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
