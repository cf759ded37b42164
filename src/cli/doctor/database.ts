import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import type { DoctorFinding } from './finding.ts'

const subject = 'database'

/** Checks the database: reachable, and migrated. A database that the first start will create is only noted. */
export async function checkDatabase(
  config: Config,
  interrupted?: AbortSignal,
): Promise<DoctorFinding> {
  const isEmbedded = config.secrets.databaseUrl === undefined
  if (isEmbedded && !existsSync(join(config.storage.dataDir, 'postgres'))) {
    return { subject, state: 'note', text: 'the first start creates one in the data folder' }
  }
  try {
    return await look(config, interrupted)
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    const mend = isEmbedded
      ? `Read ${join(config.storage.dataDir, 'postgres', 'server.log')}.`
      : 'Check DATABASE_URL, and that the server accepts connections from this machine.'
    return { subject, state: 'missing', text: cause, mend }
  }
}

async function look(config: Config, interrupted?: AbortSignal): Promise<DoctorFinding> {
  const { openDatabase, pendingMigrations } = await import('#compose-database.ts')
  await using database = await openDatabase(config, { signal: interrupted })
  const [server] = await database.query<{ version: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as version`,
  )
  const { numbered, functions, isNewer } = await pendingMigrations(database)
  const kind = config.secrets.databaseUrl === undefined ? 'embedded' : 'external'
  const text = `${kind} PostgreSQL ${server?.version}`
  if (isNewer) {
    const mend = 'A newer version of Weir has migrated this database. Update Weir.'
    return { subject, state: 'missing', text: `${text}, newer than these sources`, mend }
  }
  const pending = numbered.length + functions.length
  if (pending === 0) return { subject, state: 'ok', text: `${text}, up to date` }
  return { subject, state: 'note', text: `${text}; the next start applies ${pending} more` }
}
