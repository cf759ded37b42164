import type { Usage as UsageOfTeam } from '#credits/usage.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { failures } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import { activityRoutes, type ActivityRouteParts } from './activity-routes.ts'
import { countHosts, keptDays } from './count-hosts.ts'
import { toDailySeries } from './daily-series.ts'
import { createEstimate } from './estimate.ts'
import { consoleJobRoutes, type JobRouteParts } from './job-routes.ts'
import {
  ErrorCodes,
  EstimateReply,
  EstimateRequest,
  HealthReply,
  UsageQuery,
  UsageReply,
  type HealthPart,
} from './work-contract.ts'

export interface WorkRouteParts extends JobRouteParts, ActivityRouteParts {
  readonly usage: Pick<UsageOfTeam, 'daily'>
  readonly health: () => Promise<HealthPart[]>
  /** Whether a language model is configured, which some formats cost more with. */
  readonly hasModel: boolean
}

const role = 'viewer' as const
const days = 30
const meanings = Object.fromEntries(
  Object.entries(failures).map(([code, { meaning }]) => [code, meaning]),
)

/** What the team does: jobs, usage, recent operations, and the health of the service. */
export function workRoutes(parts: WorkRouteParts): Endpoint[] {
  return [...consoleJobRoutes(parts), ...activityRoutes(parts), ...numberRoutes(parts)]
}

function numberRoutes(parts: WorkRouteParts): Endpoint[] {
  const { usage, activity, health, hasModel, jobTypes } = parts
  const findName = (kind: string) => jobTypes.shown().get(kind)?.label.toLowerCase() ?? kind
  const estimate = createEstimate({ hasModel })
  return [
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/estimate',
      role,
      body: json(EstimateRequest),
      reply: json(EstimateReply),
      handle: async ({ body: { operation, body } }) => withData(estimate(operation, body) ?? null),
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/usage',
      role,
      reply: json(UsageReply),
      query: UsageQuery,
      async handle({ session, query: { by, measure } }) {
        const { teamId } = session.account
        if (by === 'host') {
          const { rows, since } = await countHosts(activity, teamId)
          const series = toDailySeries(rows, { days: keptDays, measure, findName: (host) => host })
          return withData({ ...series, since })
        }
        const rows = await usage.daily(teamId, 2 * days, by)
        const name = by === 'kind' ? findName : (key: string) => key
        return withData({ ...toDailySeries(rows, { days, measure, findName: name }), since: null })
      },
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/error-codes',
      role,
      reply: json(ErrorCodes),
      handle: async () => withData(meanings),
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/health',
      role,
      reply: json(HealthReply),
      handle: async () => withData(await health()),
    }),
  ]
}
