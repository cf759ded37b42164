import type { Activity as ActivityLog, ActivityRow } from '#accounts/activity.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { failures, ServiceError } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import type { JobRouteParts } from './job-routes.ts'
import { ActivityReply, ActivityDetail, ActivityQuery, JobIdParams } from './work-contract.ts'

export interface ActivityRouteParts extends Pick<JobRouteParts, 'jobs'> {
  readonly activity: Pick<ActivityLog, 'list' | 'detail' | 'totals'>
}

const role = 'viewer' as const

/** What the team asked for in the last 24 hours, and what came of it. */
export function activityRoutes({ activity, jobs }: ActivityRouteParts): Endpoint[] {
  /** Where the result of an operation is. */
  async function findResult({ id, endpoint, succeeded, target }: ActivityRow, teamId: string) {
    if (endpoint === 'interact') return 'session' as const
    if (endpoint === 'agent') return 'agent' as const
    if (await jobs.summary(id, teamId)) return 'job' as const
    const isKept = succeeded && target !== null && (endpoint === 'scrape' || endpoint === 'parse')
    return isKept ? ('document' as const) : null
  }
  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/activity',
      role,
      query: ActivityQuery,
      reply: json(ActivityReply),
      async handle({ session, query: { endpoint, state, before, beforeId: id, limit } }) {
        const { teamId } = session.account
        const after =
          before !== undefined && id !== undefined ? { id, createdAt: new Date(before) } : undefined
        const isFailedOnly = state === 'failed'
        const [rows, totals] = await Promise.all([
          activity.list({ teamId, endpoint, after, limit, isFailedOnly }),
          activity.totals(teamId),
        ])
        return { success: totals, data: rows }
      },
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/activity/:id',
      role,
      params: JobIdParams,
      reply: json(ActivityDetail),
      async handle({ session, params }) {
        const { teamId } = session.account
        const row = await activity.detail(params.id, teamId)
        if (!row)
          throw new ServiceError('NOT_FOUND', 'There is no such request of the last 24 hours.')
        const { code } = row
        const meaning =
          code !== null && Object.hasOwn(failures, code)
            ? failures[code as keyof typeof failures].meaning
            : null
        const result = await findResult(row, teamId)
        return withData({ ...row, meaning, result })
      },
    }),
  ]
}
