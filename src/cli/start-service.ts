import type { compose } from '#compose.ts'
import type { Config } from '#config.ts'

type Seams = NonNullable<Parameters<typeof compose>[1]>

/** Starts the service in this process. The database opens while the modules of the service are loaded. */
export async function startService(config: Config, seams: Seams, { isTemporary = false } = {}) {
  const database = await import('#compose-database.ts')
  const open = isTemporary ? database.openTemporaryDatabase : database.openMigratedDatabase
  const [opened, loaded] = await Promise.allSettled([open(config, seams), import('#compose.ts')])
  if (opened.status === 'rejected') throw opened.reason
  if (loaded.status === 'fulfilled')
    return loaded.value.compose(config, { ...seams, database: opened.value })
  await opened.value[Symbol.asyncDispose]()
  throw loaded.reason
}

/** Ends the database that a killed service has left, in the data folder of these settings. */
export async function endDatabase(config: Config): Promise<void> {
  const database = await import('#compose-database.ts')
  await database.endLeftDatabase(config)
}
