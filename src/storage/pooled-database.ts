import { createHash } from 'node:crypto'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { Query, TypeOverrides, type CustomTypesConfig, type PoolClient } from 'pg'
import type { PoolConfig } from 'pg'
import { ServiceError } from '#kernel/errors.ts'
import { readErrorCode } from '#base/error-code.ts'
import type { Log } from '#kernel/log.ts'
import { needsNewerPooler } from './check-pooler.ts'
import { collectStatements, type Statement } from './collect-statements.ts'
import { urlsOfHosts } from './database-url.ts'
import type { Database, SqlValue } from './database.ts'
import { probeServer, watchConnections } from './dead-connections.ts'
import { createPrimaryPool, readOnly, statementTimeoutMs } from './primary-pool.ts'
import { storable } from './storable.ts'

const connectionsMax = 20
/** A machine with much other work needs seconds for the process of a connection. */
const connectTimeoutMs = 15_000
const idleTimeoutMs = 30_000
const endMsMax = 3_000
const preparedMax = 500
const retryAfterSeconds = 5

const int8 = 20
const numeric = 1700

/** Error codes of PostgreSQL and Node, and texts of pg, for an unreachable database, or one that takes no writes (25006). */
const unreachable =
  /^(08...|25006|57P0.|53...|57014|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$|Connection terminated|timeout|after calling end|not queryable/

interface PooledDatabaseOptions {
  /** Its connection string may name several hosts: the one that takes writes is used. */
  readonly connection: PoolConfig
  readonly log: Log
  /** Connections at once. */
  readonly connectionsMax?: number | undefined
  readonly restart?: () => Promise<void>
  readonly onDispose?: () => Promise<void>
}

/** Returns a `Database` with a connection pool. Calls `restart` once if the server has ended. */
export function createPooledDatabase(options: PooledDatabaseOptions): Database {
  const hosts = listHosts(options.connection)
  const { log, connectionsMax: max = connectionsMax } = options
  const pool = createPrimaryPool({ hosts, max, log })
  const dead = watchConnections({ probe: probeServer })
  const run = createRun()

  async function connect(): Promise<PoolClient> {
    try {
      return await pool.connect()
    } catch (thrown) {
      if (!options.restart || pool.isEnding()) throw thrown
      await options.restart()
      return pool.connect()
    }
  }

  async function withClient<Result>(work: (client: PoolClient) => Promise<Result>) {
    let client: PoolClient | undefined
    let broken: Error | undefined
    try {
      client = await connect()
      using _ = dead.waitFor(client)
      return await work(client)
    } catch (thrown) {
      if (thrown instanceof Error && isUnreachable(thrown)) broken = thrown
      const code = readErrorCode(thrown)
      if (code === readOnly) pool.leave()
      if (lostStatement.has(code ?? '')) throw new Error(needsNewerPooler, { cause: thrown })
      throw broken ? unavailable(broken) : thrown
    } finally {
      client?.release(broken)
    }
  }

  const transaction: Database['transaction'] = (work) =>
    withClient((client) =>
      inTransaction(client, () => work({ query: (text, values) => run(client, text, values) })),
    )

  return {
    query: (text, values) => withClient((client) => run(client, text, values)),
    transaction,
    async write(work) {
      const statements = await collectStatements(work)
      if (!statements) await transaction(work)
      else if (statements.length > 0)
        await withClient((client) =>
          sendTogether(client, ({ text, values }) => run(client, text, values), statements),
        )
    },
    isReachable: () =>
      withClient((client) => client.query(takesWrites)).then(
        () => true,
        () => false,
      ),
    connections: () => pool.count(),
    async [Symbol.asyncDispose]() {
      dead[Symbol.dispose]()
      // A long statement does not delay the shutdown: the server ends it.
      await Promise.race([pool.end(), sleep(endMsMax, undefined, { ref: false })])
      await options.onDispose?.()
    },
  }
}

/** PostgreSQL's `invalid_sql_statement_name` and `duplicate_prepared_statement`: transactions of a client went to several servers. */
const lostStatement: ReadonlySet<string> = new Set(['26000', '42P05'])

/** Fails on a replica, as a statement that writes does. */
const takesWrites = `do $$ begin
  if current_setting('transaction_read_only') = 'on' then raise sqlstate '25006'; end if; end $$`

/** The settings of a connection to each host. */
function listHosts({ connectionString, ...connection }: PoolConfig): PoolConfig[] {
  const shared = {
    ...connection,
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: statementTimeoutMs + 5_000,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    // Independent statements are sent in one round trip.
    pipeline: true,
    types: typesWithNumbers(),
  }
  if (connectionString === undefined) return [shared]
  return urlsOfHosts(connectionString).map((url) => ({ ...shared, connectionString: url }))
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
    const name = names.get(text) ?? (names.size < preparedMax ? makeName(text) : undefined)
    const bound = values.map(storable)
    if (name === undefined) return (await client.query<Row>(text, bound)).rows
    names.set(text, name)
    return runPrepared<Row>(client, { name, text, values: bound })
  }
}

/** From the text, so that processes that share connections through PgBouncer mean the same statement. */
const makeName = (text: string) =>
  `w${createHash('sha256').update(text).digest('hex').slice(0, 32)}`

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

/** After a statement that fails, PostgreSQL takes none, and the commit rolls back. */
async function sendTogether(
  client: PoolClient,
  send: (statement: Statement) => Promise<unknown>,
  statements: readonly Statement[],
): Promise<void> {
  const failures: unknown[] = []
  const noted = (answer: Promise<unknown>) =>
    answer.catch((thrown: unknown) => void failures.push(thrown))
  const { stream } = client.connection
  stream.cork()
  const sent = [client.query('begin'), ...statements.map(send)].map(noted)
  // By now it is known which statements could not be written; nothing has been sent.
  await setImmediate()
  sent.push(noted(client.query(failures.length === 0 ? 'commit' : 'rollback')))
  stream.uncork()
  await Promise.all(sent)
  if (failures.length > 0) throw failures[0]
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
