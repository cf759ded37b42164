/**
 * The service is killed repeatedly while it accepts crawls, batches, monitors and scrapes: everything it acknowledged exists
 * and ends, nothing is started or charged twice, and no credits stay reserved. Control: a database that acknowledges before it
 * writes to disk.
 */
import { setTimeout } from 'node:timers/promises'
import type { Database } from '#storage/database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { send, type Address } from '#test/fixtures/ask.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { kinds, startCallers, type Acknowledged } from '#test/fixtures/steady-callers.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const kills = Number(process.env['KILLS'] ?? 9)
const patienceMs = 120_000

await using site = await startPageSite(1_000_000, 50)

/** Outcome of an acknowledged operation: lost, still open after its time limit, or ended. */
async function findFate(weir: Address, { path }: Acknowledged, late: number) {
  type State = { readonly status?: string; readonly data?: { readonly status?: string } }
  const isMonitor = /^\/v2\/monitor\/[^/]+$/.test(path)
  for (;;) {
    const { status, body } = await send<State>(weir, `GET ${path}`)
    if (status !== 200) return 'lost'
    const state = body.status ?? (isMonitor ? 'ended' : (body.data?.status ?? 'ended'))
    if (!['scraping', 'queued', 'running'].includes(state)) return 'ended'
    if (Date.now() > late) return 'open'
    await setTimeout(200)
  }
}

async function fates(weir: Address, acknowledged: readonly Acknowledged[]) {
  const count = { lost: 0, open: 0, ended: 0 }
  const left = [...acknowledged]
  const late = Date.now() + patienceMs
  const follow = async () => {
    for (let one = left.shift(); one; one = left.shift()) {
      count[await findFate(weir, one, late)]++
    }
  }
  await Promise.all(Array.from({ length: 16 }, follow))
  return count
}

/** Operations started twice, credits charged and due, and reservations that are left. */
async function accounts(database: Database) {
  const ask = async (text: string) =>
    (await database.query<{ n: number }>(`select (${text})::integer as n`, []))[0]?.n ?? -1
  const heldOf = `(select count(*) from credit_reservations where expires_at > now())
    + (select count(*) from slots where expires_at > now())`
  await until(async () => (await ask(heldOf)) === 0, { withinMs: patienceMs })
  return {
    doubled: await ask(
      `(select count(*) from (select from job_pages p join jobs j on j.id = p.job_id
          where j.kind in ('crawl', 'batch-scrape') group by p.url having count(*) > 1) pages)
        + (select count(*) from (select from monitors group by name having count(*) > 1) monitors)`,
    ),
    charged: await ask('select -sum(amount) from credit_entries where amount < 0'),
    due: await ask(
      `(select count(*) from scrapes) + (select coalesce(sum(actual_credits), 0) from monitor_checks)
        + (select count(*) from job_documents d join jobs j on j.id = d.job_id
           where j.kind in ('crawl', 'batch-scrape'))`,
    ),
    scrapes: await ask('select count(*) from scrapes'),
    held: await ask(heldOf),
  }
}

interface Run {
  readonly kills: number
  /** The database is killed at every n-th kill. */
  readonly databaseEvery: number
  readonly settings?: Readonly<Record<string, string>>
}

async function run({ kills: killsMax, databaseEvery, settings }: Run) {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.use(await startExternalPostgres(settings))
  const env = { DATABASE_URL: postgres.url, WEIR_LOG_LEVEL: 'error' }
  const weir = stack.use(await startWeir({ env }))
  const callers = startCallers(weir, site.url)
  for (let kill = 1; kill <= killsMax; kill++) {
    await setTimeout(500 + Math.random() * 1_000)
    const databaseDown = kill % databaseEvery === 0 ? postgres.crash(0) : undefined
    await Promise.all([weir.kill(), databaseDown])
    await weir.restart()
  }
  await setTimeout(500)
  await callers.end()
  const fate = await fates(weir, callers.acknowledged)
  const database = stack.use(postgres.connect())
  return { fate, callers, ...(await accounts(database)) }
}

const ours = await run({ kills, databaseEvery: 3 })
const lax = { synchronous_commit: 'off', wal_writer_delay: '10s' }
const control = await run({ kills: 2, databaseEvery: 1, settings: lax })

const { fate, callers, doubled, charged, due, scrapes, held } = ours
const counts = kinds.map((kind) => callers.acknowledged.filter((one) => one.kind === kind).length)
const answered = callers.acknowledged.filter(({ kind }) => kind === 'scrape').length
const isRight =
  fate.lost + fate.open + doubled + held === 0 &&
  charged === due &&
  scrapes === answered &&
  callers.cut() > 0 &&
  Math.min(...counts) > 0 &&
  control.fate.lost > 0
report(
  'crash-api',
  isRight,
  `${fate.lost} lost and ${fate.open} not ended of ${callers.acknowledged.length} acknowledged ` +
    `(${kinds.map((kind, n) => `${kind} ${counts[n]}`).join(', ')}), ${doubled} doubled, ` +
    `${charged} credits charged of ${due} due, ${held} still reserved, ${kills} kills left ${callers.cut()} calls without a response; ` +
    `control ${control.fate.lost} lost with asynchronous commits`,
)
