import { Client, type ClientConfig } from 'pg'
import { newId } from '#kernel/ids.ts'

/** Of a pooler that mixes the transactions of several clients and does not keep their prepared statements. */
export const needsNewerPooler =
  'The pooler between Weir and PostgreSQL does not keep prepared statements. In transaction mode, use PgBouncer 1.21 or later with max_prepared_statements above 0, or use session mode.'

const answerMsMax = 5_000
/** How often two clients are looked at: a pooler may give each a server of its own at first. */
const looksMax = 5

/**
 * Whether the connection leads through a pooler that cannot be used: one that gives a client another server with each transaction, and
 * hands the names of its statements on as they are. Those that keep them rename them. Fails when it cannot be asked.
 */
export async function isUnusablePooler(config: ClientConfig): Promise<boolean> {
  await using first = await open(config)
  const name = `weir_${newId()}`
  const { pid, isNamed } = await first.read<{ pid: number; isNamed: boolean }>({
    name,
    text: `select pg_backend_pid() as pid,
      exists (select from pg_prepared_statements where name = $1) as "isNamed"`,
    values: [name],
  })
  // A pooler tells its clients another process than the one that works for them.
  if (pid === first.clientPid || !isNamed) return false
  await using second = await open(config)
  // Before they are closed.
  return await isShared(first, second, pid)
}

/** Whether transactions of two clients run on one server, or those of one client on several. */
async function isShared(first: Asked, second: Asked, lastPid: number): Promise<boolean> {
  const ask = async (client: Asked) =>
    (await client.read<{ pid: number }>({ text: 'select pg_backend_pid() as pid' })).pid
  for (let look = 0; look < looksMax; look++) {
    await second.read({ text: 'begin' })
    if ((await ask(second)) === lastPid || (await ask(first)) !== lastPid) return true
    await second.read({ text: 'commit' })
  }
  return false
}

type Asked = Awaited<ReturnType<typeof open>>

async function open(config: ClientConfig) {
  const limits = { connectionTimeoutMillis: answerMsMax, query_timeout: answerMsMax }
  const client = new Client({ ...config, ...limits })
  client.on('error', () => {})
  await client.connect()
  return {
    clientPid: 'processID' in client ? client.processID : undefined,
    async read<Row extends object>(statement: {
      readonly name?: string
      readonly text: string
      readonly values?: unknown[]
    }): Promise<Row> {
      const { rows } = await client.query<Row>(statement)
      return rows[0] as Row
    },
    [Symbol.asyncDispose]: () => client.end().catch(() => {}),
  }
}
