import type { Identities } from '#accounts/identities.ts'
import { singleSignOnRoutes, type SingleSignOn } from './single-sign-on-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import type { Passkeys } from '#accounts/passkeys.ts'
import type { SecondFactors } from '#accounts/second-factors.ts'
import type { ConsoleEvents } from '#accounts/console-events.ts'
import type { ConsoleLinks } from '#accounts/console-links.ts'
import type { ConsoleSessions } from '#accounts/console-sessions.ts'
import type { ConsoleTickets } from '#accounts/console-tickets.ts'
import type { Feature } from '#features/feature.ts'
import type { Database } from '#storage/database.ts'
import { keyRoutes, type KeyRouteParts } from './key-routes.ts'
import { operatorRoutes, type OperatorRouteParts } from './operator-routes.ts'
import { createUseLink } from './links.ts'
import { pageRoutes } from './page-routes.ts'
import { peopleRoutes } from './people-routes.ts'
import { savedRequestRoutes, type SavedRequestParts } from './saved-request-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { createSignIn, type SignInParts } from './sign-in.ts'
import { consoleTeamRoutes, type TeamRouteParts } from './team-routes.ts'
import { workRoutes, type WorkRouteParts } from './work-routes.ts'

export interface ConsoleParts
  extends
    Pick<SignInParts, 'people' | 'passwords' | 'authenticate' | 'setUpCode' | 'signInAttempts'>,
    Pick<KeyRouteParts, 'keys'>,
    SavedRequestParts,
    WorkRouteParts,
    Pick<OperatorRouteParts, 'plans' | 'credits' | 'slots'>,
    Omit<TeamRouteParts, 'events' | 'teams'> {
  readonly database: Database
  readonly consoleSessions: ConsoleSessions
  readonly consoleLinks: ConsoleLinks
  readonly consoleEvents: ConsoleEvents
  readonly consoleTickets: ConsoleTickets
  readonly secondFactors: SecondFactors
  readonly identities: Identities
  readonly passkeys: Passkeys
  readonly teams: OperatorRouteParts['teams']
  readonly singleSignOn: SingleSignOn | undefined
  /** Whether programs of the operator may administer the service. */
  readonly hasAdminKey: boolean
}

/** What the pages of the console need beside the public API: people, sessions and management of a team. */
export function createConsoleFeature(deps: ConsoleParts): Feature {
  const { consoleSessions: sessions, consoleLinks: links } = deps
  const { consoleEvents: events, consoleTickets: tickets } = deps
  const parts = { ...deps, sessions, links, events, tickets }
  const signIn = createSignIn(parts)
  const useLink = createUseLink(parts)
  return {
    sweeps: [deps.teamDeletion],
    endpoints: [
      ...pageRoutes(),
      ...sessionRoutes({ ...parts, signIn }),
      ...secondFactorRoutes({ ...parts, signIn }),
      ...singleSignOnRoutes(parts),
      ...passkeyRoutes(parts),
      ...keyRoutes(parts),
      ...workRoutes(parts),
      ...savedRequestRoutes(parts),
      ...consoleTeamRoutes(parts),
      ...peopleRoutes({ ...parts, useLink }),
      ...(deps.hasAdminKey ? operatorRoutes(parts) : []),
    ],
  }
}
