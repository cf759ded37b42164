/**
 * Searches while the service is killed repeatedly: each answer is charged once with exactly its price, each charge belongs to a
 * recorded search, and nothing stays reserved. 50 ratings of one search give one credit back. The control is a database that
 * acknowledges before it writes to disk.
 */
import { setTimeout } from 'node:timers/promises'
import type { Database } from '#storage/database.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { send, type Address } from '#test/fixtures/ask.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startSearxng } from '#test/fixtures/search/searxng-server.ts'
import { until } from '#test/fixtures/until.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

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
async function post(weir: Address, path: `/${string}`, body: object): Promise<unknown> {
  const answer = await send(weir, `POST ${path}`, { body }).catch(() => undefined)
  return answer?.status === 200 ? answer.body : undefined
}

/** Callers that search until they are stopped, whatever happens to the service. */
function startCalls(weir: Address) {
  const answers: Answer[] = []
  const over = new AbortController()
  let cut = 0
  const calling = Array.from({ length: callers }, async (_, caller) => {
    for (let round = 0; !over.signal.aborted; round++) {
      const limit = 1 + ((caller * 7 + round) % 40)
      const body = { query: 'rivers bridges', limit, timeout: 5_000 }
      const reply = await post(weir, '/v2/search', body)
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
  const env = {
    DATABASE_URL: postgres.url,
    WEIR_LOG_LEVEL: 'error',
    WEIR_SEARCH: 'web',
    WEIR_SEARXNG_URL: engine.url,
    WEIR_SEARCH_PROVIDERS: 'searxng',
  }
  const weir = stack.use(await startWeir({ env }))
  const calls = startCalls(weir)
  const { answers } = calls
  for (let kill = 1; kill <= killsMax; kill++) {
    const enough = Math.ceil((wanted * kill) / (killsMax + 1))
    while (answers.length < enough) await setTimeout(20)
    await Promise.all([weir.kill(), settings ? postgres.crash(0) : undefined])
    await weir.restart()
  }
  while (answers.length < wanted) await setTimeout(20)
  await calls.end()
  const rated = answers.at(-1)?.id ?? ''
  const rating = { rating: 'good', valuableSources: [{ url: 'https://a.example/' }] }
  await Promise.all(
    Array.from({ length: racers }, () => post(weir, `/v2/search/${rated}/feedback`, rating)),
  )
  const database = stack.use(postgres.connect())
  return { answers, cut: calls.cut(), rated, ...(await ledger(database, { answers, rated })) }
}

async function ledger(
  database: Database,
  { answers, rated }: { readonly answers: readonly Answer[]; readonly rated: string },
) {
  const held = async () =>
    (await database.query('select from credit_reservations where expires_at > now()', [])).length
  await until(async () => (await held()) === 0, { withinMs: heldMsMax })
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
