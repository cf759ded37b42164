/**
 * Fifty equal requests start one job, also when the service is killed while one of them has the claim: before the job is
 * written, and after it when the response is not stored yet. Control: the same without a key.
 */
import { setTimeout } from 'node:timers/promises'
import type { Sql } from '#storage/database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const equal = 50
/** A claim of a crashed process is taken over after 15 s. */
const patienceMs = 90_000

await using stack = new AsyncDisposableStack()
const site = stack.use(await startPageSite(20, 20))
const postgres = stack.use(await startExternalPostgres())
const env = { DATABASE_URL: postgres.url, WEIR_LOG_LEVEL: 'error' }
const weir = stack.use(await startWeir({ env }))
const database = stack.use(postgres.connect())

const post = (idempotencyKey: string | undefined) =>
  send<{ id?: string }>(weir, 'POST /v2/crawl', {
    body: { url: `${site.url}/p/` },
    ...(idempotencyKey !== undefined && { headers: { 'x-idempotency-key': idempotencyKey } }),
  })

/** Retries like a client, until there is a response. */
async function insist(idempotencyKey: string | undefined): Promise<string> {
  const late = Date.now() + patienceMs
  while (Date.now() < late) {
    const answer = await post(idempotencyKey).catch(() => undefined)
    if (answer?.status === 200) return answer.body.id ?? ''
    await setTimeout(200)
  }
  return 'no answer'
}

async function untilHeld(isTrue: () => Promise<boolean>): Promise<void> {
  if (!(await until(isTrue, { withinMs: patienceMs, everyMs: 5 })))
    throw new Error('no claim was active at the moment of the kill')
}

const count = async (text: string) =>
  (await database.query<{ n: number }>(`select count(*)::integer as n from ${text}`, []))[0]?.n ?? 0
const jobs = () => count('jobs')
const claims = () => count('idempotency_keys where status is null and leased_until > now()')
const waiting = (table: string) =>
  count(`pg_stat_activity where wait_event_type = 'Lock' and query ilike '%${table}%'`)

const lockJobs = (sql: Sql) => sql.query('lock table jobs in share row exclusive mode')

/** Disturbs the service; `ask` sends the requests. Returns the number of active claims. */
type Strike = (ask: () => void, jobsBefore: number) => Promise<number>

/** The claim is stored, and the job cannot be written. */
const killBefore: Strike = (ask) =>
  database.transaction(async (sql) => {
    await lockJobs(sql)
    ask()
    await untilHeld(async () => (await claims()) > 0 && (await waiting('insert into jobs')) > 0)
    await weir.kill()
    return claims()
  })

/** The job is written, and the response cannot be stored. */
async function killAfter(ask: () => void, jobsBefore: number): Promise<number> {
  const { killed } = await database.transaction(async (sql) => {
    await lockJobs(sql)
    ask()
    await untilHeld(async () => (await claims()) > 0 && (await waiting('insert into jobs')) > 0)
    const isHeld = Promise.withResolvers<void>()
    const strike = database.transaction(async (own) => {
      await own.query('select from idempotency_keys where status is null for update', [])
      isHeld.resolve()
      await untilHeld(
        async () => (await jobs()) > jobsBefore && (await waiting('update idempotency_keys')) > 0,
      )
      await weir.kill()
      return claims()
    })
    await isHeld.promise
    return { killed: strike }
  })
  return killed
}

/** Number of jobs started by fifty equal requests, with the service killed while one of them has the claim. */
async function countJobs(idempotencyKey: string | undefined, strikes: readonly Strike[] = []) {
  const before = await jobs()
  let asking: Promise<string[]> | undefined
  const ask = () => {
    asking ??= Promise.all(Array.from({ length: equal }, () => insist(idempotencyKey)))
  }
  let held = 0
  for (const strike of strikes) {
    held += await strike(ask, before)
    await weir.restart()
  }
  ask()
  const ids = new Set(await asking)
  return { ids: ids.has('no answer') ? -1 : ids.size, jobs: (await jobs()) - before, held }
}

const quiet = await countJobs('9a3f2c1e-0000-4000-8000-000000000001')
const killed = await countJobs('9a3f2c1e-0000-4000-8000-000000000002', [killBefore, killAfter])
const control = await countJobs(undefined)

report(
  'idempotency',
  [quiet, killed].every(({ ids, jobs: made }) => ids === 1 && made === 1) &&
    killed.held === 2 &&
    control.jobs === equal,
  `${quiet.jobs} job of ${equal} equal POSTs, ${killed.jobs} with 2 kill -9 while ${killed.held} claims were active; control (no key) ${control.jobs}`,
)
