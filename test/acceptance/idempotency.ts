/**
 * Fifty equal requests start one job, also when the service is killed while one of them has the claim: before the job is
 * written, and after it when the response is not stored yet. Control: the same without a key.
 */
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import type { Database, Sql } from '#storage/database.ts'
import { startDatabase } from '#storage/start-database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const equal = 50
/** A claim of a crashed process is taken over after 15 s. */
const patienceMs = 90_000
const log = { debug() {}, info() {}, warn() {}, error() {} }

await using stack = new AsyncDisposableStack()
const site = stack.use(await startPageSite(20, 20))
const postgres = stack.use(await startExternalPostgres())
const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'weir-idempotency-')))
const env = { DATABASE_URL: postgres.url, WEIR_LOG_LEVEL: 'error' }
const start = () => startWeir({ dataDir: folder.path, env })
let weir = await start()
stack.defer(() => weir[Symbol.asyncDispose]())
const database: Database = stack.use(
  await startDatabase({ databaseUrl: postgres.url, dataDir: folder.path, pgBin: undefined, log }),
)

async function post({ url, key }: WeirProcess, idempotencyKey: string | undefined) {
  const answer = await request(`${url}/v2/crawl`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify({ url: `${site.url}/p/` }),
  })
  const body = (await answer.body.json()) as { id?: string }
  return { status: answer.statusCode, id: body.id ?? '' }
}

/** Retries like a client, until there is a response. */
async function insist(idempotencyKey: string | undefined): Promise<string> {
  const late = Date.now() + patienceMs
  while (Date.now() < late) {
    const { status, id } = await post(weir, idempotencyKey).catch(() => ({ status: 0, id: '' }))
    if (status === 200) return id
    await setTimeout(200)
  }
  return 'no answer'
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + patienceMs
  while (!(await isTrue())) {
    if (Date.now() > late) throw new Error('no claim was active at the moment of the kill')
    await setTimeout(5)
  }
}

const count = async (text: string) =>
  (await database.query<{ n: number }>(`select count(*)::integer as n from ${text}`, []))[0]?.n ?? 0
const jobs = () => count('jobs')
const claims = () => count('idempotency_keys where status is null and leased_until > now()')
const waiting = (table: string) =>
  count(`pg_stat_activity where wait_event_type = 'Lock' and query ilike '%${table}%'`)

async function kill(): Promise<void> {
  weir.child.kill('SIGKILL')
  await once(weir.child, 'exit')
}

const lockJobs = (sql: Sql) => sql.query('lock table jobs in share row exclusive mode')

/** Disturbs the service; `ask` sends the requests. Returns the number of active claims. */
type Strike = (ask: () => void, jobsBefore: number) => Promise<number>

/** The claim is stored, and the job cannot be written. */
const killBefore: Strike = (ask) =>
  database.transaction(async (sql) => {
    await lockJobs(sql)
    ask()
    await until(async () => (await claims()) > 0 && (await waiting('insert into jobs')) > 0)
    await kill()
    return claims()
  })

/** The job is written, and the response cannot be stored. */
async function killAfter(ask: () => void, jobsBefore: number): Promise<number> {
  const { killed } = await database.transaction(async (sql) => {
    await lockJobs(sql)
    ask()
    await until(async () => (await claims()) > 0 && (await waiting('insert into jobs')) > 0)
    const isHeld = Promise.withResolvers<void>()
    const strike = database.transaction(async (own) => {
      await own.query('select from idempotency_keys where status is null for update', [])
      isHeld.resolve()
      await until(
        async () => (await jobs()) > jobsBefore && (await waiting('update idempotency_keys')) > 0,
      )
      await kill()
      return claims()
    })
    await isHeld.promise
    return { killed: strike }
  })
  return killed
}

/** Number of jobs started by fifty equal requests, with the service killed while one of them has the claim. */
async function jobsOf(idempotencyKey: string | undefined, strikes: readonly Strike[] = []) {
  const before = await jobs()
  let asking: Promise<string[]> | undefined
  const ask = () => {
    asking ??= Promise.all(Array.from({ length: equal }, () => insist(idempotencyKey)))
  }
  let held = 0
  for (const strike of strikes) {
    held += await strike(ask, before)
    weir = await start()
  }
  ask()
  const ids = new Set(await asking)
  return { ids: ids.has('no answer') ? -1 : ids.size, jobs: (await jobs()) - before, held }
}

const quiet = await jobsOf('9a3f2c1e-0000-4000-8000-000000000001')
const killed = await jobsOf('9a3f2c1e-0000-4000-8000-000000000002', [killBefore, killAfter])
const control = await jobsOf(undefined)

report(
  'idempotency',
  [quiet, killed].every(({ ids, jobs: made }) => ids === 1 && made === 1) &&
    killed.held === 2 &&
    control.jobs === equal,
  `${quiet.jobs} job of ${equal} equal POSTs, ${killed.jobs} with 2 kill -9 while ${killed.held} claims were active; control (no key) ${control.jobs}`,
)
