/**
 * Searches while the service is killed repeatedly: each answer is charged once with exactly its price, each charge belongs to a
 * recorded search, and nothing stays reserved. 50 ratings of one search give one credit back. The control is a database that
 * acknowledges before it writes to disk.
 */
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import type { Database } from '#storage/database.ts'
import { startDatabase } from '#storage/start-database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startSearxng } from '#test/fixtures/search/searxng-server.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const searches = 500
const kills = 6
const racers = 50
const callers = 6
const heldMsMax = 60_000

await using engine = await startSearxng()

interface Answer {
  readonly id: string
  readonly creditsUsed: number
}

/** Undefined when the service was killed, or is not there. */
async function post(weir: WeirProcess, path: string, body: object): Promise<unknown> {
  try {
    const answer = await request(`${weir.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${weir.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const reply = (await answer.body.json()) as object
    return answer.statusCode === 200 ? reply : undefined
  } catch {
    return undefined
  }
}

/** Callers that search until they are stopped, whatever happens to the service. */
function startCalls(weirNow: () => WeirProcess) {
  const answers: Answer[] = []
  const over = new AbortController()
  let cut = 0
  const calling = Array.from({ length: callers }, async (_, caller) => {
    for (let round = 0; !over.signal.aborted; round++) {
      const limit = 1 + ((caller * 7 + round) % 40)
      const body = { query: 'rivers bridges', limit, timeout: 5_000 }
      const reply = await post(weirNow(), '/v2/search', body)
      if (reply) answers.push(reply as Answer)
      else {
        cut++
        await setTimeout(200)
      }
    }
  })
  return {
    answers,
    cut: () => cut,
    async end() {
      over.abort()
      await Promise.all(calling)
    },
  }
}

async function run({
  kills: killsMax,
  wanted,
  settings,
}: {
  readonly kills: number
  readonly wanted: number
  readonly settings?: Readonly<Record<string, string>>
}) {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.use(await startExternalPostgres(settings))
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'weir-money-')))
  const env = {
    DATABASE_URL: postgres.url,
    WEIR_LOG_LEVEL: 'error',
    WEIR_SEARCH: 'web',
    WEIR_SEARXNG_URL: engine.url,
    WEIR_SEARCH_PROVIDERS: 'searxng',
  }
  const start = () => startWeir({ dataDir: folder.path, env })
  let weir = await start()
  stack.defer(() => weir[Symbol.asyncDispose]())
  const calls = startCalls(() => weir)
  const { answers } = calls
  for (let kill = 1; kill <= killsMax; kill++) {
    const enough = Math.ceil((wanted * kill) / (killsMax + 1))
    while (answers.length < enough) await setTimeout(20)
    const died = once(weir.child, 'exit')
    const databaseDown = settings ? postgres.crash(0) : undefined
    weir.child.kill('SIGKILL')
    await Promise.all([died, databaseDown])
    weir = await start()
  }
  while (answers.length < wanted) await setTimeout(20)
  await calls.end()
  const rated = answers.at(-1)?.id ?? ''
  const rating = { rating: 'good', valuableSources: [{ url: 'https://a.example/' }] }
  await Promise.all(
    Array.from({ length: racers }, () => post(weir, `/v2/search/${rated}/feedback`, rating)),
  )
  const database = stack.use(
    await startDatabase({
      databaseUrl: postgres.url,
      dataDir: folder.path,
      pgBin: undefined,
      log: silentLog,
    }),
  )
  return { answers, cut: calls.cut(), rated, ...(await ledger(database, { answers, rated })) }
}

async function ledger(
  database: Database,
  { answers, rated }: { readonly answers: readonly Answer[]; readonly rated: string },
) {
  const late = Date.now() + heldMsMax
  const held = async () =>
    (await database.query('select from credit_reservations where expires_at > now()', [])).length
  while ((await held()) > 0 && Date.now() < late) await setTimeout(200)
  const entries = await database.query<{ id: string; amount: number }>(
    `select operation_id as id, (-amount)::integer as amount from credit_entries
     where kind = 'search' and amount < 0`,
    [],
  )
  const charged = Map.groupBy(entries, ({ id }) => id)
  const wrong = answers.filter(({ id, creditsUsed }) => {
    const own = charged.get(id) ?? []
    return creditsUsed === 0 ? own.length > 0 : own.length !== 1 || own[0]?.amount !== creditsUsed
  })
  const unrecorded = await database.query(
    `select from credit_entries e where e.kind = 'search' and e.amount < 0
       and not exists (select from searches s where s.id::text = e.operation_id)`,
    [],
  )
  const [refund] = await database.query<{ credits: number }>(
    `select coalesce(sum(amount), 0)::integer as credits from credit_entries
     where operation_id = $1 and amount > 0`,
    [rated],
  )
  return {
    wrong: wrong.length,
    unrecorded: unrecorded.length,
    refunded: refund?.credits ?? 0,
    held: await held(),
  }
}

const ours = await run({ kills, wanted: searches })
const lax = { synchronous_commit: 'off', wal_writer_delay: '10s' }
const control = await run({ kills: 1, wanted: 60, settings: lax })

report(
  'search-money',
  ours.wrong + ours.unrecorded + ours.held === 0 &&
    ours.refunded === 1 &&
    ours.cut > 0 &&
    control.wrong > 0,
  `${ours.wrong} of ${ours.answers.length} answers not charged as they say, ${ours.unrecorded} charges without a search, ${ours.held} reservations left, ${kills} kills left ${ours.cut} calls without an answer, ${ours.refunded} credit back for ${racers} ratings; control ${control.wrong} wrong where commits do not wait for the disk`,
)
