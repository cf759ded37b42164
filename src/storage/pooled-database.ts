import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, Query, TypeOverrides, type CustomTypesConfig, type PoolClient } from 'pg'
import type { PoolConfig } from 'pg'
import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Database, SqlValue } from './database.ts'
import { storable } from './storable.ts'

const connectionsMax = 20
/** A machine with much other work needs seconds for the process of a connection. */
const connectTimeoutMs = 15_000
const statementTimeoutMs = 60_000
const idleTimeoutMs = 30_000
const endMsMax = 3_000
const preparedMax = 500
const retryAfterSeconds = 5

const int8 = 20
const numeric = 1700

/** Error codes of PostgreSQL and Node, and texts of pg, for an unreachable database. */
const unreachable =
  /^(08...|57P0.|53...|57014|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$|Connection terminated|timeout|after calling end|not queryable/

/** Returns a `Database` with a connection pool. Calls `restart` once if the server has ended. */
export function createPooledDatabase(options: {
  readonly connection: PoolConfig
  readonly log: Log
  readonly restart?: () => Promise<void>
  readonly onDispose?: () => Promise<void>
}): Database {
  const pool = new Pool({
    ...options.connection,
    max: connectionsMax,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 5_000,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    // Independent statements are sent in one round trip.
    pipeline: true,
    types: typesWithNumbers(),
  })
  logLostConnections(pool, options.log)
  // The pool handles errors of idle connections; an active connection reports its error to the statement.
  pool.on('connect', (client) => client.on('error', () => {}))
  const run = createRun()

  async function connect(): Promise<PoolClient> {
    try {
      return await pool.connect()
    } catch (thrown) {
      if (!options.restart || pool.ending) throw thrown
      await options.restart()
      return pool.connect()
    }
  }

  async function withClient<Result>(work: (client: PoolClient) => Promise<Result>) {
    let client: PoolClient | undefined
    let broken: Error | undefined
    try {
      client = await connect()
      return await work(client)
    } catch (thrown) {
      if (thrown instanceof Error && isUnreachable(thrown)) broken = thrown
      throw broken ? unavailable(broken) : thrown
    } finally {
      client?.release(broken)
    }
  }

  return {
    query: (text, values) => withClient((client) => run(client, text, values)),
    transaction: (work) =>
      withClient((client) =>
        inTransaction(client, () => work({ query: (text, values) => run(client, text, values) })),
      ),
    isReachable: () =>
      withClient((client) => client.query('select 1')).then(
        () => true,
        () => false,
      ),
    async [Symbol.asyncDispose]() {
      // A long statement does not delay the shutdown: the server ends it.
      await Promise.race([pool.end(), sleep(endMsMax, undefined, { ref: false })])
      await options.onDispose?.()
    },
  }
}

/** A pool that ends does not wait until the server has closed its connections; the server may be stopped before that. */
function logLostConnections(pool: Pool, log: Log): void {
  pool.on('error', (err) => {
    if (!pool.ending) log.warn({ err }, 'idle database connection lost')
  })
}

/** Statements with values are prepared once per connection; those without may contain several commands. */
function createRun() {
  const names = new Map<string, string>()
  return async function run<Row extends object>(
    client: PoolClient,
    text: string,
    values?: readonly SqlValue[],
  ): Promise<Row[]> {
    if (values === undefined) return (await client.query<Row>(text)).rows
    const name = names.get(text) ?? (names.size < preparedMax ? `w${names.size}` : undefined)
    const bound = values.map(storable)
    if (name === undefined) return (await client.query<Row>(text, bound)).rows
    names.set(text, name)
    return runPrepared<Row>(client, { name, text, values: bound })
  }
}

/** The same as `query` of the client, whose copy of such an object takes as long as sending the statement. */
async function runPrepared<Row extends object>(
  client: PoolClient,
  { name, text, values }: { name: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const { promise, resolve, reject } = Promise.withResolvers<Row[]>()
  const query = new Query(text, values, (error, result) =>
    error ? reject(error) : resolve(result.rows),
  )
  client.query(Object.assign(query, { name }))
  try {
    return await promise
  } catch (thrown) {
    // Otherwise the stack does not lead to the caller.
    if (thrown instanceof Error) Error.captureStackTrace(thrown)
    throw thrown
  }
}

async function inTransaction<Result>(
  client: PoolClient,
  work: () => Promise<Result>,
): Promise<Result> {
  // What `work` sends at once leaves in one write.
  const { stream } = client.connection
  stream.cork()
  process.nextTick(() => stream.uncork())
  const begun = client.query('begin')
  try {
    const [result] = await Promise.all([work(), begun])
    await client.query('commit')
    return result
  } catch (thrown) {
    await client.query('rollback').catch(() => undefined)
    throw thrown
  }
}

/** Returns counts and sums as numbers; all are far below 2^53. */
function typesWithNumbers(): CustomTypesConfig {
  const overrides = new TypeOverrides()
  overrides.setTypeParser(int8, Number)
  overrides.setTypeParser(numeric, Number)
  return overrides
}

function isUnreachable(thrown: Error): boolean {
  if (thrown instanceof ServiceError) return false
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : thrown.message
  return unreachable.test(code)
}

function unavailable(cause: Error): ServiceError {
  const message = 'The database cannot be reached at the moment. Try again in a few seconds.'
  return new ServiceError('SERVICE_UNAVAILABLE', message, { cause, retryAfterSeconds })
}
