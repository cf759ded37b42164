import { statfs } from 'node:fs/promises'
import { createKeys } from '#accounts/keys.ts'
import { createTeams } from '#accounts/teams.ts'
import { createWebhookSecrets } from '#accounts/webhook-secrets.ts'
import type { SetUpCode } from '#accounts/set-up-code.ts'
import type { Foundations } from '#compose-foundations.ts'
import { searchProviders } from '#compose-search.ts'
import { describeSettings } from '#config.ts'
import { createConsoleFeature } from '#features/console/feature.ts'
import type { Feature } from '#features/feature.ts'
import { isListed, parseRange } from '#net/address-list.ts'

/** The console, with the health of the parts of the service. */
export function composeConsole(foundations: Foundations, setUpCode: SetUpCode): Feature {
  const { config, database, deriveKey } = foundations
  return createConsoleFeature({
    ...foundations,
    keys: createKeys({ database }),
    teams: createTeams({ database }),
    webhookSecrets: createWebhookSecrets({ database, deriveKey }),
    settings: () => describeSettings(config),
    isRange,
    isListed,
    setUpCode,
    health: () => healthOf(foundations),
  })
}

function isRange(text: string): boolean {
  try {
    parseRange(text)
    return true
  } catch {
    return false
  }
}

type Health = ReturnType<Parameters<typeof createConsoleFeature>[0]['health']>

const freeBytesMin = 2 * 1024 ** 3

async function healthOf(foundations: Foundations): Health {
  const { config, database, browsers, llm } = foundations
  const isReachable = await database.isReachable()
  const { open, waiting } = browsers.gauges()
  const disk = await statfs(config.storage.dataDir)
  const freeBytes = disk.bavail * disk.bsize
  const providers = searchProviders(foundations)
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
    llm
      ? { name: 'Language model', state: 'good', text: 'configured' }
      : { name: 'Language model', state: 'off', text: 'not configured' },
    config.secrets.smtpUrl === undefined
      ? { name: 'E-mail', state: 'off', text: 'not configured' }
      : { name: 'E-mail', state: 'good', text: 'configured' },
  ]
}
