import { createApiClient } from '#net/api-client.ts'
import type { Guard } from '#net/guard.ts'
import type { Lookup } from '#net/lookup.ts'
import type { Seal } from '#storage/seal.ts'
import { createOpenId } from './open-id.ts'
import type { SingleSignOn } from './single-sign-on-routes.ts'
import { createSavedRequests } from '#accounts/saved-requests.ts'
import { createKeys } from '#accounts/keys.ts'
import { createPlans } from '#accounts/plans.ts'
import { createTeamDeletion } from '#accounts/team-deletion.ts'
import { createTeams } from '#accounts/teams.ts'
import type { Browsers } from '#browser/browsers.ts'
import { describeSettings, type Config } from '#config.ts'
import type { ReadContent } from '#reading/read-content.ts'
import type { Feature } from '#features/feature.ts'
import type { Llm } from '#llm/create-llm.ts'
import { isListed, isRange } from '#net/address-list.ts'
import { searchProviders } from '#web-search/compose.ts'
import type { SearchWeb } from '#web-search/search-web.ts'
import { createConsoleFeature, type ConsoleParts } from './feature.ts'
import { checkHealth } from './health.ts'
import { createTrials } from './trials.ts'

type MadeHere =
  | 'singleSignOn'
  | 'keys'
  | 'savedRequests'
  | 'teams'
  | 'plans'
  | 'hasAdminKey'
  | 'teamDeletion'
  | 'settings'
  | 'isRange'
  | 'isListed'

interface ConsoleDeps extends Omit<ConsoleParts, MadeHere | 'health' | 'hasModel' | 'trials'> {
  readonly config: Config
  readonly browsers: Browsers
  readonly llm: Pick<Llm, 'model'> | undefined
  readonly readContent: ReadContent
  readonly searchWeb: SearchWeb
  readonly guard: Guard
  readonly lookup: Lookup
  readonly seal: Seal
  /** Ends everything that a team runs. */
  readonly endTeam: (teamId: string) => Promise<void>
}

/** The console, with the health of the parts of the service. */
export function composeConsole(deps: ConsoleDeps, stack: AsyncDisposableStack): Feature {
  const { config, database, llm, seal } = deps
  const hasModel = llm !== undefined
  const providers = searchProviders(config, deps.readContent)
  return createConsoleFeature({
    ...deps,
    keys: createKeys({ database }),
    savedRequests: createSavedRequests({ database, seal }),
    teams: createTeams({ database }),
    plans: createPlans({ database }),
    hasAdminKey: config.secrets.adminKey !== undefined,
    teamDeletion: createTeamDeletion({ database, endWork: deps.endTeam }),
    settings: () => describeSettings(config),
    isRange,
    isListed,
    health: () => checkHealth({ ...deps, hasModel, providers }),
    hasModel,
    trials: createTrials(llm?.model, deps.searchWeb),
    singleSignOn: composeSingleSignOn(deps, stack),
  })
}

function composeSingleSignOn(
  { config: { accounts, secrets }, guard, lookup, seal, database }: ConsoleDeps,
  stack: AsyncDisposableStack,
): SingleSignOn | undefined {
  const { oidcIssuer: issuer, oidcClientId: clientId, oidcName: name } = accounts
  if (issuer === undefined) return undefined
  if (clientId === undefined)
    throw new Error('WEIR_OIDC_ISSUER is set, so WEIR_OIDC_CLIENT_ID must name the client.')
  const { callApi } = stack.use(createApiClient({ guard, configuredUrls: [issuer], lookup }))
  const clientSecret = secrets.oidcClientSecret
  const openId = createOpenId({ issuer, clientId, clientSecret, callApi, seal, database })
  return { name, openId, domains: accounts.oidcDomains, role: accounts.oidcRole }
}
