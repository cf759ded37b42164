import { statfs } from 'node:fs/promises'
import type { Browsers } from '#browser/browsers.ts'
import type { Config } from '#config.ts'
import type { Database } from '#storage/database.ts'
import type { ConsoleParts } from './feature.ts'

interface HealthDeps {
  readonly config: Config
  readonly database: Pick<Database, 'isReachable'>
  readonly browsers: Browsers
  readonly hasModel: boolean
  /** Names of the search providers. */
  readonly providers: readonly string[]
}

const freeBytesMin = 2 * 1024 ** 3

/** How the parts of the service do. */
export async function checkHealth(deps: HealthDeps): ReturnType<ConsoleParts['health']> {
  const { config, database, browsers, hasModel, providers } = deps
  const isReachable = await database.isReachable()
  const { open, waiting } = browsers.gauges()
  const disk = await statfs(config.storage.dataDir)
  const freeBytes = disk.bavail * disk.bsize
  const kind = config.secrets.databaseUrl ? 'external PostgreSQL' : 'own PostgreSQL'
  return [
    {
      name: 'Database',
      state: isReachable ? 'good' : 'bad',
      text: isReachable ? kind : 'does not respond',
    },
    browsers.isAvailable
      ? {
          name: 'Browser',
          state: waiting > 0 ? 'warn' : 'good',
          text: waiting > 0 ? `${open} pages open, ${waiting} waiting` : `${open} pages open`,
        }
      : { name: 'Browser', state: 'off', text: 'not installed' },
    {
      name: 'Disk',
      state: freeBytes < freeBytesMin ? 'warn' : 'good',
      text: `${Math.round(freeBytes / 1024 ** 3)} GB free`,
    },
    {
      name: 'Search',
      state: providers.length > 0 ? 'good' : 'off',
      text: providers.join(', ') || 'only pages that were scraped',
    },
    hasModel
      ? { name: 'Language model', state: 'good', text: 'configured' }
      : { name: 'Language model', state: 'off', text: 'not configured' },
    config.secrets.smtpUrl === undefined
      ? { name: 'E-mail', state: 'off', text: 'not configured' }
      : { name: 'E-mail', state: 'good', text: 'configured' },
  ]
}
