/**
 * 1,000 monitors due in the same minute, processed by one process and then by three on one PostgreSQL: each is checked and
 * charged once. The control without locks is in the check `cron`.
 */
import { setTimeout } from 'node:timers/promises'
import { Firecrawl } from 'firecrawl'
import { createPooledDatabase } from '#storage/pooled-database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { testDatabase } from '#test/database.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const count = Number(process.env['MONITORS'] ?? 1_000)
const patienceMs = 300_000

await using site = await startPages({ '/': article('Page') })

interface Found {
  readonly checks: number
  readonly monitors: number
  readonly completed: number
  readonly seconds: number
}

/** Creates the monitors, makes all of them due, and waits until no check is open. */
async function measure(weir: WeirProcess, databaseUrl: string): Promise<Found> {
  await using database = createPooledDatabase({
    connection: { connectionString: databaseUrl },
    log: silentLog,
  })
  const sdk = new Firecrawl({ apiKey: weir.key, apiUrl: weir.url })
  await Promise.all(
    Array.from({ length: 10 }, async (_, part) => {
      for (let made = part; made < count; made += 10) {
        await whileOverloaded(() =>
          sdk.createMonitor({
            name: `Monitor ${made}`,
            schedule: { text: 'daily' },
            targets: [{ type: 'scrape', urls: [`${site.url}/`] }],
          }),
        )
      }
    }),
  )
  const due = new Date(Math.floor(Date.now() / 60_000) * 60_000)
  await database.query(
    'update monitors set next_run_at = $1, dispatch_at = $1 where deleted_at is null',
    [due],
  )
  const began = Date.now()
  const look = async () => {
    const [row] = await database.query<Omit<Found, 'seconds'>>(
      `select count(*) as checks, count(distinct monitor_id) as monitors,
         count(*) filter (where c.status = 'completed' and actual_credits = 1) as completed
       from monitor_checks c join monitors m on m.id = c.monitor_id
       where scheduled_for = $1 and m.deleted_at is null`,
      [due],
    )
    return row ?? { checks: 0, monitors: 0, completed: 0 }
  }
  const areDone = async () => (await look()).completed >= count
  await until(areDone, { withinMs: patienceMs, everyMs: 200 })
  const seconds = (Date.now() - began) / 1_000
  await setTimeout(2_000)
  return { ...(await look()), seconds }
}

/** Retries a request that was refused because of load. */
async function whileOverloaded(request: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await request())
    } catch (error) {
      const isOverloaded = error instanceof Error && 'status' in error && error.status === 503
      if (!isOverloaded) throw error
      await setTimeout(1_000)
    }
  }
}

/** Processes on one database share the secret that encrypts monitors. */
const env = {
  WEIR_LOG_LEVEL: 'error',
  WEIR_HOST_PAGES_MAX: '64',
  WEIR_SECRET: 'm'.repeat(32),
}
await using database = await testDatabase()

await using alone = await startWeir({ env: { ...env, DATABASE_URL: database.url } })
const one = await measure(alone, database.url)
await using second = await startWeir({ env: { ...env, DATABASE_URL: database.url } })
await using third = await startWeir({ env: { ...env, DATABASE_URL: database.url } })
await database.query('update monitors set deleted_at = now()')
const three = await measure(alone, database.url)
await second[Symbol.asyncDispose]()
await third[Symbol.asyncDispose]()

const isRight = ({ checks, monitors, completed }: Found) =>
  checks === count && monitors === count && completed === count
const inWords = ({ completed, checks, seconds }: Found) =>
  `${completed} of ${count} (${checks} checks, ${Math.round(count / seconds)} a second)`
report(
  'monitors-at-once',
  isRight(one) && isRight(three),
  `one process ${inWords(one)}; three processes ${inWords(three)}`,
)
