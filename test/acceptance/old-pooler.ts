// acceptance: quick
/**
 * A service does not start through a PgBouncer in transaction mode that keeps no prepared statements, an old one or one that is set so,
 * and says what to do; also when the server has a single connection for it. Control: through the same PgBouncer in session mode it
 * starts and answers. `PGBOUNCER` is the program when it is not in PATH.
 */
import { report } from '#test/fixtures/acceptance.ts'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { readPgBouncerVersion, startPgBouncer } from '#test/fixtures/pgbouncer.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const version = readPgBouncerVersion()
if (version === undefined) {
  console.log('old-pooler: skipped: PgBouncer is missing; set PGBOUNCER')
  process.exit()
}
const keepsNone = version < 121 ? {} : { preparedMax: 0 }
const sentence = 'use PgBouncer 1.21 or later with max_prepared_statements above 0'

await using postgres = await startExternalPostgres()

/** What the start through such a PgBouncer fails with; undefined when the service answers. */
async function start(mode: 'transaction' | 'session', connectionsMax: number) {
  await using pooler = await startPgBouncer(postgres.url, { mode, connectionsMax, ...keepsNone })
  const env = { DATABASE_URL: pooler.url, WEIR_SECRET: 'a secret that these processes share' }
  try {
    await using weir = await startWeir({ env: { ...env, WEIR_DB_POOL_MAX: '4' } })
    const headers = { authorization: `Bearer ${weir.key}` }
    const { status } = await fetch(`${weir.url}/v2/team/credit-usage`, { headers })
    return status === 200 ? undefined : `status ${status}`
  } catch (error) {
    return String(error)
  }
}

const refused = [await start('transaction', 8), await start('transaction', 1)]
const explained = refused.filter((text) => text?.includes(sentence)).length
const control = await start('session', 40)
report(
  'old-pooler',
  explained === refused.length && control === undefined,
  `PgBouncer ${version / 100}: ${explained} of ${refused.length} starts refused with the sentence; control: in session mode ${control === undefined ? 'it answers' : `it does not: ${control.slice(-3000)}`}`,
)
