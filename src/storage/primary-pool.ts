import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { readErrorCode } from '#base/error-code.ts'
import type { Log } from '#kernel/log.ts'
import type { Database } from './database.ts'

/** Connections to the one of several hosts that takes writes. */
export interface PrimaryPool {
  /** Tries the host of the last connection first. Fails when none of them takes writes. */
  connect(): Promise<PoolClient>
  /** For a host that takes no writes any more: the next connection goes to whichever does. */
  leave(): void
  isEnding(): boolean
  count(): ReturnType<Database['connections']>
  end(): Promise<void>
}

interface PrimaryPoolOptions {
  /** One for each host. */
  readonly hosts: readonly PoolConfig[]
  readonly max: number
  readonly log: Log
}

export const statementTimeoutMs = 60_000

/** PostgreSQL's `too_many_connections`, of the server or of a role. */
const tooMany = '53300'
/** PostgreSQL's `read_only_sql_transaction`. */
export const readOnly = '25006'
/** How long to wait for a connection while others use them all. */
const queueMsMax = 15_000
const queueStepMs = 200
/** How long the pool stays at the size that the server has allowed. */
const shrunkMs = 30_000

export function createPrimaryPool({ hosts, max, log }: PrimaryPoolOptions): PrimaryPool {
  const pools = hosts.map((host) => createPool(host, { max, log }))
  let current = 0
  let isEnding = false

  /** The hosts once, beginning with the current one. */
  const order = () => hosts.map((_, index) => (current + index) % hosts.length)

  async function connectTo(index: number): Promise<PoolClient> {
    const pool = pools[index]
    if (!pool) throw new Error('There is no such host.')
    const late = performance.now() + queueMsMax
    for (;;) {
      try {
        return await pool.connect()
      } catch (thrown) {
        if (readErrorCode(thrown) !== tooMany || isEnding || performance.now() > late) throw thrown
        // Requests queue for the connections that this process has; without one, for those of others.
        if (pool.totalCount > 0) shrink(pool, max)
        else await sleep(queueStepMs)
      }
    }
  }

  function leave(): void {
    const host = hosts[current]
    const left = pools[current]
    if (!host || !left || isEnding) return
    pools[current] = createPool(host, { max, log })
    // Those in use end with their statements.
    void left.end()
  }

  return {
    async connect() {
      let failure: unknown
      for (const index of order()) {
        try {
          const client = await connectTo(index)
          if (index !== current) log.warn({}, 'another host of the database takes writes now')
          current = index
          return client
        } catch (thrown) {
          failure = thrown
          if (isEnding) break
        }
      }
      throw failure
    },
    leave,
    isEnding: () => isEnding,
    count() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = pools[current] ?? {}
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
    },
    async end() {
      isEnding = true
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

function createPool(host: PoolConfig, { max, log }: { max: number; log: Log }): Pool {
  const pool = new Pool({
    ...host,
    max,
    verify: callbackify(prepare),
  })
  // A pool that ends does not wait until the server has closed its connections; the server may be stopped before that.
  pool.on('error', (err) => {
    if (!pool.ending) log.warn({ err }, 'idle database connection lost')
  })
  // The pool handles errors of idle connections; an active connection reports its error to the statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Connections of a replica are refused: it answers like a server that is away. */
async function prepare(client: PoolClient): Promise<void> {
  // Not when connecting: PgBouncer refuses to begin with such a setting.
  await client.query(`set statement_timeout = ${statementTimeoutMs}`)
  const { rows } = await client.query<{ transaction_read_only: string }>(
    'show transaction_read_only',
  )
  if (rows[0]?.transaction_read_only !== 'on') return
  throw Object.assign(new Error('This PostgreSQL takes no writes: it is a replica.'), {
    code: readOnly,
  })
}

function shrink(pool: Pool, max: number): void {
  pool.options.max = Math.max(1, pool.totalCount)
  setTimeout(() => (pool.options.max = max), shrunkMs).unref()
}
