// acceptance: quick, together
/** 200 concurrent scrapes with 100 credits: 100 succeed, none is free, and the ledger has the same total. */
import { article, startPages } from '#test/fixtures/pages.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const rounds = Number(process.env['ROUNDS'] ?? (isQuick ? 1 : 3))
const scrapes = 200
const credits = 100

await using site = await startPages({ '/': article('A page') })
await using service = await startService()

async function spend(): Promise<{
  succeeded: number
  refused: number
  entries: number
  left: number
}> {
  const { key, teamId } = await addTeam(service.database, { credits, concurrencyMax: 40 })
  const answers = await Promise.all(
    Array.from({ length: scrapes }, () =>
      service.ask('POST', '/v2/scrape', { body: { url: site.url, timeout: 300_000 }, key }),
    ),
  )
  const [ledger] = await service.database.query<{ entries: number; left: number }>(
    `select coalesce(sum(amount), 0)::integer as entries, credit_balance($1)::integer as left
     from credit_entries where team_id = $1`,
    [teamId],
  )
  const of = (status: number) => answers.filter((answer) => answer.status === status).length
  return {
    succeeded: of(200),
    refused: of(402),
    entries: ledger?.entries ?? -1,
    left: ledger?.left ?? -1,
  }
}

/** Control: reads the balance and writes it back without a lock. */
async function spendCarelessly(): Promise<number> {
  await service.database.query('create table unlocked (balance integer)')
  await service.database.query('insert into unlocked values ($1)', [credits])
  const tries = Array.from({ length: scrapes }, async () => {
    const [row] = await service.database.query<{ balance: number }>(
      'select balance from unlocked',
      [],
    )
    const balance = row?.balance ?? 0
    if (balance < 1) return false
    await service.database.query('update unlocked set balance = $1', [balance - 1])
    return true
  })
  return (await Promise.all(tries)).filter(Boolean).length
}

let right = 0
for (let round = 0; round < rounds; round++) {
  const { succeeded, refused, entries, left } = await spend()
  const isRight =
    succeeded === credits && refused === scrapes - credits && entries === 0 && left === 0
  if (isRight) right++
  else
    process.stderr.write(
      `${succeeded} succeeded, ${refused} refused, ledger ${entries}, balance ${left}\n`,
    )
}
const control = await spendCarelessly()

report(
  'credits-race',
  right === rounds && control > credits,
  `${credits} of ${scrapes} in ${right} of ${rounds} rounds, ledger = balance; control (no lock) ${control} of ${scrapes}`,
)
