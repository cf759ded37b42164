/**
 * Cost of a queue for background work: the project's own table and pg-boss, in turns, on one PostgreSQL. npm install --prefix
 * benchmarks/peers && node benchmarks/queue/run.ts
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#kernel/ids.ts'
import { startEmbeddedPostgres } from '#storage/embedded-postgres.ts'
import { migrate } from '#storage/migrate.ts'
import { createPooledDatabase } from '#storage/pooled-database.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { ownQueue, pgBoss, type Contender } from './contenders.ts'

const rowsMax = Number(process.env['ROWS'] ?? 1_000_000)
const sizes = [100, 10_000, 1_000_000].filter((rows) => rows <= rowsMax)
const idleSeconds = Number(process.env['IDLE_SECONDS'] ?? 30)
const rounds = 60
const batch = 32
const addedAtOnce = 5_000

const dataDir = mkdtempSync(join(tmpdir(), 'weir-queue-'))
await using cleanup = new AsyncDisposableStack()
cleanup.defer(() => rmSync(dataDir, { recursive: true }))
const server = cleanup.use(await startEmbeddedPostgres({ dataDir, log: silentLog }))
const database = cleanup.use(
  createPooledDatabase({ connection: server.connection, log: silentLog }),
)
await migrate(database)
await database.query('create table benchmark_rows (id uuid primary key)', [])

const memory = { start: memoryMb(), own: 0, boss: 0 }
const own = ownQueue(database)
await own.claim(1)
memory.own = memoryMb()
line('## Transactions per minute of a process with four queues and no work', '')
await measureIdle(own)
const plain = cleanup.use(await pgBoss(server.connection, { limitsTeams: false }))
await plain.claim(1)
memory.boss = memoryMb()
await measureIdle(plain)
const limited = cleanup.use(await pgBoss(server.connection, { limitsTeams: true }))
const contenders: readonly Contender[] = [own, plain, limited]

line('', '## Claim and finish of 32 items, by waiting items, ms (median)', '')
row('waiting', 'teams', ...contenders.map(({ name }) => `${name}: claim`), ...finishNames())
row('---:', '---:', ...contenders.flatMap(() => ['---:', '---:']))
for (const waiting of sizes) {
  for (const teams of new Set([10, Math.min(waiting, 10_000)])) await measureClaims(waiting, teams)
}

line('', '## One team has 10,000 items and is at its limit; another one adds 10', '')
row('queue', 'claims of 32 until the 10 are done', 'items of the large team before them')
row('---', '---:', '---:')
for (const contender of contenders) await measureFairness(contender)

line('', '## 50 items added in a transaction with a row of the caller, µs per item (median)', '')
for (const contender of contenders) {
  const ids = Array.from({ length: 50 }, () => newId())
  const ms = await medianMs(async () => contender.addWithRow(database, ids))
  line(`- ${contender.name}: ${Math.round((ms * 1_000) / 50)}`)
  await contender.clear()
}

line('', '## Memory of the process after the first claim, MB more than without', '')
line(`- own table: ${memory.own - memory.start}`, `- pg-boss: ${memory.boss - memory.own}`)

function finishNames() {
  return contenders.map(({ name }) => `${name}: finish`)
}

async function measureClaims(waiting: number, teamCount: number): Promise<void> {
  const teams = Array.from({ length: teamCount }, () => newId())
  for (const contender of contenders) {
    await contender.clear()
    for (let added = 0; added < waiting; added += addedAtOnce) {
      const count = Math.min(addedAtOnce, waiting - added)
      const of = Array.from({ length: count }, (_, n) => teams[(added + n) % teamCount] ?? '')
      await contender.add(of)
    }
  }
  const claims = contenders.map((): number[] => [])
  const finishes = contenders.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [n, contender] of contenders.entries()) {
      const begun = performance.now()
      const claimed = await contender.claim(batch)
      const taken = performance.now()
      await contender.finish(claimed.map(({ id }) => id))
      claims[n]?.push(taken - begun)
      finishes[n]?.push(performance.now() - taken)
      await contender.add(claimed.map(({ teamId }) => teamId))
    }
  }
  const shown = [...claims, ...finishes].map((times) => median(times).toFixed(1))
  row(waiting.toLocaleString('en'), teamCount.toLocaleString('en'), ...shown)
}

async function measureIdle(contender: Contender): Promise<void> {
  await using _ = await contender.idle(4)
  await sleep(5_000)
  const before = await transactions()
  await sleep(idleSeconds * 1_000)
  const count = (await transactions()) - before
  line(`- ${contender.name}, polling every 0.5 s: ${Math.round((count * 60) / idleSeconds)}`)
}

/** Claims and finishes 32 items at a time while the large team has its maximum of concurrent items. */
async function measureFairness(contender: Contender): Promise<void> {
  const [large, small] = [newId(), newId()]
  await contender.clear()
  await contender.add(Array.from({ length: 10_000 }, () => large))
  await contender.claim(batch)
  await contender.add(Array.from({ length: 10 }, () => small))
  let [claims, before, done] = [0, 0, 0]
  while (done < 10 && claims < 1_000) {
    const claimed = await contender.claim(batch)
    claims++
    done += claimed.filter(({ teamId }) => teamId === small).length
    before += claimed.filter(({ teamId }) => teamId === large).length
    await contender.finish(claimed.map(({ id }) => id))
  }
  row(contender.name, done < 10 ? `${done} done after ${claims}` : claims, before)
  await contender.clear()
}

async function transactions(): Promise<number> {
  const [counted] = await database.query<{ count: number }>(
    `select (xact_commit + xact_rollback)::bigint as count from pg_stat_database
     where datname = current_database()`,
    [],
  )
  return counted?.count ?? 0
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const begun = performance.now()
    await work()
    times.push(performance.now() - begun)
  }
  return median(times)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function memoryMb(): number {
  return Math.round(process.memoryUsage().rss / 1024 ** 2)
}

function row(...cells: readonly (string | number)[]): void {
  line(`| ${cells.join(' | ')} |`)
}

function line(...texts: readonly string[]): void {
  for (const text of texts) process.stdout.write(`${text}\n`)
}
