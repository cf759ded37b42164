import type { Feature } from '#features/feature.ts'
import { teamRoutes } from './routes.ts'
import { createTeam, type TeamParts } from './team.ts'

export function createTeamFeature(deps: TeamParts): Feature {
  return { endpoints: teamRoutes(createTeam(deps)) }
}
