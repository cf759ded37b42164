import { ServiceError } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import { isUnusablePooler, needsNewerPooler } from './check-pooler.ts'
import { urlsOfHosts } from './database-url.ts'
import type { Database } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createPooledDatabase } from './pooled-database.ts'

/** A busy machine may need longer for its first connection than one attempt waits. */
const attemptsMax = 4

/** Connects to `databaseUrl`, or runs PostgreSQL in the data folder without one. Does not migrate. */
export async function startDatabase(options: {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly pgBin?: string | undefined
  /** Connections of this process at once, to an external server. */
  readonly connectionsMax?: number | undefined
  /** Names the process to the operator of the server. */
  readonly applicationName?: string | undefined
  /** Cancels the start. */
  readonly signal?: AbortSignal | undefined
  readonly log: Log
}): Promise<Database> {
  const { databaseUrl, log, signal, connectionsMax, applicationName } = options
  if (databaseUrl !== undefined) {
    const connection = { connectionString: databaseUrl, application_name: applicationName }
    await using starting = new AsyncDisposableStack()
    const database = starting.use(createPooledDatabase({ connection, connectionsMax, log }))
    await firstAnswer(database, signal).catch((cause: unknown) => {
      throw new Error(whyUnreachable(databaseUrl, cause), { cause })
    })
    if (await leadsThroughUnusablePooler(databaseUrl, log))
      throw new Error(`DATABASE_URL: ${needsNewerPooler}`)
    starting.move()
    return database
  }
  const server = await startEmbeddedPostgres(options)
  return createPooledDatabase({
    connection: { ...server.connection, application_name: applicationName },
    connectionsMax,
    log,
    restart: () => server.restart(),
    onDispose: async () => {
      await server[Symbol.asyncDispose]()
    },
  })
}

/** Waits for a server that is slow to answer, not for one that refuses or cannot be found. */
async function firstAnswer(database: Database, signal: AbortSignal | undefined): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await database.query('select 1')
      return
    } catch (thrown) {
      if (attempt === attemptsMax || signal?.aborted || !/timeout/.test(said(thrown))) throw thrown
    }
  }
}

/** Asks the first host that can be asked. What is not seen here fails with its first statement. */
async function leadsThroughUnusablePooler(databaseUrl: string, log: Log): Promise<boolean> {
  for (const connectionString of urlsOfHosts(databaseUrl)) {
    try {
      return await isUnusablePooler({ connectionString })
    } catch (err) {
      log.warn({ err }, 'it could not be seen whether a pooler keeps prepared statements')
    }
  }
  return false
}

/** Names the host, never the password. */
function whyUnreachable(databaseUrl: string, thrown: unknown): string {
  const place = urlsOfHosts(databaseUrl).map(describePlace).join(', ')
  const message = said(thrown)
  const what = /timeout/.test(message) ? 'did not answer' : 'refused the connection'
  return `DATABASE_URL: the PostgreSQL at ${place} ${what}: ${message}. Check the address, and that it accepts this user from this machine.`
}

function describePlace(url: string): string {
  const { hostname, port, searchParams } = new URL(url)
  const host = hostname || searchParams.get('host') || 'localhost'
  return host.startsWith('/') ? host : `${host}:${port || 5432}`
}

/** The first message of PostgreSQL or the system. */
function said(thrown: unknown): string {
  const cause = thrown instanceof ServiceError ? thrown.cause : thrown
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause ? String(cause.code) : cause.name)
}
