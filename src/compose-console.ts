import { statfs } from 'node:fs/promises'
import { createKeys } from '#accounts/keys.ts'
import { createTeamDeletion } from '#accounts/team-deletion.ts'
import { createTeams } from '#accounts/teams.ts'
import type { SetUpCode } from '#accounts/set-up-code.ts'
import type { Foundations } from '#compose-foundations.ts'
import { searchProviders } from '#compose-search.ts'
import { describeSettings } from '#config.ts'
import { createConsoleFeature } from '#features/console/feature.ts'
import type { Feature } from '#features/feature.ts'
import type { SearchWeb } from '#web-search/search-web.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { tryModel } from '#llm/try-model.ts'
import { isListed, parseRange } from '#net/address-list.ts'

/** Ends everything that a team runs. */
export type EndTeam = (teamId: string) => Promise<void>

/** The console, with the health of the parts of the service. */
export function composeConsole(
  foundations: Foundations,
  {
    setUpCode,
    endTeam,
    searchWeb,
  }: {
    readonly setUpCode: SetUpCode
    readonly endTeam: EndTeam
    readonly searchWeb: SearchWeb
  },
): Feature {
  const { config, database, llm, people, passwords, authenticate } = foundations
  const { consoleSessions, consoleLinks, consoleEvents, consoleTickets } = foundations
  const { webhookSecrets, usage, activity, jobs, jobTypes } = foundations
  return createConsoleFeature({
    database,
    people,
    passwords,
    authenticate,
    consoleSessions,
    consoleLinks,
    consoleEvents,
    consoleTickets,
    webhookSecrets,
    usage,
    activity,
    jobs,
    jobTypes,
    keys: createKeys({ database }),
    teams: createTeams({ database }),
    teamDeletion: createTeamDeletion({ database, endWork: endTeam }),
    settings: () => describeSettings(config),
    isRange,
    isListed,
    setUpCode,
    health: () => healthOf(foundations),
    hasModel: llm !== undefined,
    trials: {
      model: (call) =>
        tryModel(llm?.model, {
          teamId: call.account.teamId,
          signal: signalOf(call),
          usesCache: false,
        }),
      search: (call) => trySearch(searchWeb, call),
    },
  })
}

const trialMsMax = 30_000
const signalOf = ({ signal }: Call) => AbortSignal.any([signal, AbortSignal.timeout(trialMsMax)])

const weekMs = 7 * 86_400_000

/** Asks the search providers, not the pages of the team. */
async function trySearch(searchWeb: SearchWeb, call: Call): Promise<string> {
  const query = {
    query: 'news',
    limit: 3,
    includeDomains: [],
    excludeDomains: [],
    from: new Date(Date.now() - weekMs),
  }
  const { hits, failure } = await searchWeb(query, {
    teamId: call.account.teamId,
    signal: signalOf(call),
  })
  if (failure !== undefined) throw new ServiceError('SERVICE_UNAVAILABLE', failure)
  return `The providers gave ${hits.length} results for "${query.query}".`
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
