import type { Log } from '#kernel/log.ts'
import type { Database } from './database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { createPooledDatabase } from './pooled-database.ts'

/** Connects to `databaseUrl`, or runs PostgreSQL in the data folder when there is none. Does not migrate. */
export async function startDatabase(options: {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
  readonly pgBin?: string | undefined
  /** Ends a start that is no longer wanted. */
  readonly signal?: AbortSignal | undefined
  readonly log: Log
}): Promise<Database> {
  const { databaseUrl, log } = options
  if (databaseUrl !== undefined) {
    return createPooledDatabase({ connection: { connectionString: databaseUrl }, log })
  }
  const server = await startEmbeddedPostgres(options)
  return createPooledDatabase({
    connection: server.connection,
    log,
    revive: () => server.revive(),
    onDispose: async () => {
      await server[Symbol.asyncDispose]()
    },
  })
}
