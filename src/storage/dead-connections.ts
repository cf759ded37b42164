import { Client, type PoolClient, type PoolConfig } from 'pg'

/** Ends connections to a server that has gone without a word, which the system would notice after minutes. */
export interface DeadConnections extends Disposable {
  /** From now until disposed, a caller waits for this connection. */
  waitFor(client: PoolClient): Disposable
}

/** Together at most 10 seconds. */
const patienceMs = 4_000
const lookEveryMs = 2_000
const probeMsMax = 4_000

type Server = Pick<PoolConfig, 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'>

interface Options {
  /** Opens another connection to the server of this one; fails when that does not answer in time. */
  readonly probe: (server: Server, msMax: number) => Promise<void>
  readonly now?: () => number
  readonly lookEvery?: number
}

export function watchConnections({
  probe,
  now = () => performance.now(),
  lookEvery = lookEveryMs,
}: Options): DeadConnections {
  const waiting = new Map<PoolClient, number>()
  let isProbing = false

  async function look(): Promise<void> {
    const late = now() - patienceMs
    const [first] = [...waiting].find(([, since]) => since <= late) ?? []
    if (!first || isProbing) return
    isProbing = true
    try {
      await probe(first, probeMsMax)
    } catch {
      for (const [client, since] of waiting) if (since <= late) destroy(client)
    } finally {
      isProbing = false
    }
  }

  const timer = setInterval(() => void look(), lookEvery)
  timer.unref()
  return {
    waitFor(client) {
      waiting.set(client, now())
      return { [Symbol.dispose]: () => void waiting.delete(client) }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Its statement fails like one of a server that has ended. */
function destroy(client: PoolClient): void {
  client.connection.stream.destroy(new Error('Connection terminated: the server does not answer.'))
}

/** Connects to the same server once more. */
export async function probeServer(server: Server, msMax: number): Promise<void> {
  const { host, port, user, password, database, ssl } = server
  const client = new Client({
    host,
    port,
    user,
    password,
    database,
    ssl,
    connectionTimeoutMillis: msMax,
    query_timeout: msMax,
  })
  client.on('error', () => {})
  const late = setTimeout(() => client.connection.stream.destroy(), msMax)
  try {
    await client.connect()
    await client.query('select 1')
  } finally {
    clearTimeout(late)
    void client.end().catch(() => {})
  }
}
