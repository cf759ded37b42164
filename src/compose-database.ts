import type { Config } from '#config.ts'
import { createLog } from '#kernel/create-log.ts'
import type { Log } from '#kernel/log.ts'
import { postgresFolder } from '#storage/data-folder.ts'
export { isForeignFolder } from '#storage/data-folder.ts'
import type { Database } from '#storage/database.ts'
import { migrate } from '#storage/migrate.ts'
export { pendingMigrations } from '#storage/migration-files.ts'
import { findPostmaster } from '#storage/postmaster.ts'
import { prepareDatabase } from '#storage/prepared-database.ts'
import { startDatabase } from '#storage/start-database.ts'

interface Opening {
  readonly log?: Log
  /** Cancels the start. */
  readonly signal?: AbortSignal | undefined
}

/** The database without migration; an embedded one is joined or started. */
export function openDatabase(
  config: Config,
  { log = createLog('silent'), signal }: Opening = {},
): Promise<Database> {
  return startDatabase({
    databaseUrl: config.secrets.databaseUrl,
    dataDir: config.storage.dataDir,
    pgBin: config.storage.pgBin,
    connectionsMax: config.storage.connectionsMax,
    applicationName: `weir ${config.service.role}`,
    log,
    signal,
  })
}

/** The database with the tables and functions of this version. */
export async function openMigratedDatabase(config: Config, opening: Opening): Promise<Database> {
  await using stack = new AsyncDisposableStack()
  const database = stack.use(await openDatabase(config, opening))
  await migrate(database)
  stack.move()
  return database
}

/** Opens the embedded database of a new data folder faster, for a service that keeps nothing. */
export async function openTemporaryDatabase(config: Config, opening: Opening): Promise<Database> {
  await prepareTemporaryDatabase(config, opening)
  return openMigratedDatabase(config, opening)
}

/** Puts an empty database of this version into a new data folder. */
export async function prepareTemporaryDatabase(config: Config, opening: Opening = {}) {
  const { dataDir, pgBin } = config.storage
  const make = async () => (await openMigratedDatabase(config, opening))[Symbol.asyncDispose]()
  if (pgBin === undefined) await prepareDatabase(postgresFolder(dataDir), make)
}

/** Ends the embedded database that a killed service has left running, unless another process uses it. */
export async function endLeftDatabase(config: Config): Promise<void> {
  const isEmbedded = config.secrets.databaseUrl === undefined
  const isLeft = isEmbedded && findPostmaster(postgresFolder(config.storage.dataDir)) !== undefined
  if (isLeft) await (await openDatabase(config))[Symbol.asyncDispose]()
}
