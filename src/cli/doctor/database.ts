import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import type { Finding } from './finding.ts'

/** The database: reachable, and as new as these sources. One that the first start will make is left alone. */
export async function checkDatabase(config: Config): Promise<Finding> {
  const subject = 'database'
  const isEmbedded = config.DATABASE_URL === undefined
  if (isEmbedded && !existsSync(join(config.WEIR_DATA_DIR, 'postgres'))) {
    return { subject, state: 'note', text: 'the first start creates one in the data folder' }
  }
  try {
    const { openDatabase } = await import('#compose.ts')
    await using database = await openDatabase(config)
    const [row] = await database.query<{ version: string }>('show server_version as version')
    return { subject, state: 'ok', text: `PostgreSQL ${row?.version}` }
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error)
    const mend = isEmbedded
      ? `Read ${join(config.WEIR_DATA_DIR, 'postgres', 'server.log')}.`
      : 'Check DATABASE_URL, and that the server accepts connections from here.'
    return { subject, state: 'missing', text: cause, mend }
  }
}
