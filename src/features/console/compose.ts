import { createKeys } from '#accounts/keys.ts'
import { createTeamDeletion } from '#accounts/team-deletion.ts'
import { createTeams } from '#accounts/teams.ts'
import type { Browsers } from '#browser/browsers.ts'
import { describeSettings, type Config } from '#config.ts'
import type { ReadContent } from '#reading/read-content.ts'
import type { Feature } from '#features/feature.ts'
import type { Llm } from '#llm/create-llm.ts'
import { isListed, parseRange } from '#net/address-list.ts'
import { searchProviders } from '#web-search/compose.ts'
import type { SearchWeb } from '#web-search/search-web.ts'
import { createConsoleFeature, type ConsoleParts } from './feature.ts'
import { checkHealth } from './health.ts'
import { createTrials } from './trials.ts'

type MadeHere = 'keys' | 'teams' | 'teamDeletion' | 'settings' | 'isRange' | 'isListed'

interface ConsoleDeps extends Omit<ConsoleParts, MadeHere | 'health' | 'hasModel' | 'trials'> {
  readonly config: Config
  readonly browsers: Browsers
  readonly llm: Pick<Llm, 'model'> | undefined
  readonly readContent: ReadContent
  readonly searchWeb: SearchWeb
  /** Ends everything that a team runs. */
  readonly endTeam: (teamId: string) => Promise<void>
}

/** The console, with the health of the parts of the service. */
export function composeConsole(deps: ConsoleDeps): Feature {
  const { config, database, llm } = deps
  const hasModel = llm !== undefined
  const providers = searchProviders(config, deps.readContent)
  return createConsoleFeature({
    ...deps,
    keys: createKeys({ database }),
    teams: createTeams({ database }),
    teamDeletion: createTeamDeletion({ database, endWork: deps.endTeam }),
    settings: () => describeSettings(config),
    isRange,
    isListed,
    health: () => checkHealth({ ...deps, hasModel, providers }),
    hasModel,
    trials: createTrials(llm?.model, deps.searchWeb),
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
