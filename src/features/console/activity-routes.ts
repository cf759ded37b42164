import { readIdTime } from '#kernel/ids.ts'
import type {
  Activity as ActivityLog,
  DetailedActivityRow,
  ActivityRow,
} from '#accounts/activity.ts'
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

/** What the team asked for in the last 7 days, and what came of it. */
export function activityRoutes({ activity, jobs }: ActivityRouteParts): Endpoint[] {
  /** Where the result of an operation is. */
  async function findResult(row: DetailedActivityRow, teamId: string) {
    const { id, endpoint, succeeded, target } = row
    if (await jobs.summary(id, teamId)) return 'job' as const
    if (!row.isRecent) return null
    if (endpoint === 'interact') return 'session' as const
    if (endpoint === 'agent') return 'agent' as const
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
      async handle({ session, query }) {
        const { teamId } = session.account
        const [part, totals] = await Promise.all([
          listRows(activity, teamId, query),
          activity.totals(teamId),
        ])
        return { success: totals, ...part }
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
          throw new ServiceError('NOT_FOUND', 'There is no such request of the last 7 days.')
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

/** Rows that are compared for one answer: what they are found by is encrypted. */
const comparedMax = 2_000

/** The rows of a question that fit its host and its text, and where to go on. */
async function listRows(
  activity: ActivityRouteParts['activity'],
  teamId: string,
  { state, host, key, before, from, to, ...query }: ActivityQuery,
): Promise<{ data: ActivityRow[]; next: string | null }> {
  const { endpoint, find, limit } = query
  const data: ActivityRow[] = []
  let after = await findPosition(activity, teamId, before)
  for (let compared = 0; compared < comparedMax; compared += limit) {
    const rows = await activity.list({
      teamId,
      endpoint,
      after,
      limit,
      requester: key,
      isFailedOnly: state === 'failed',
      from: new Date(from ?? 0),
      to: to === undefined ? undefined : new Date(to),
    })
    for (const row of rows) {
      if (!isFound(row, { host, find })) continue
      data.push(row)
      if (data.length === limit) return { data, next: row.id }
    }
    if (rows.length < limit) return { data, next: null }
    after = rows.at(-1)
  }
  return { data, next: after?.id ?? null }
}

/** Where a list goes on: behind this row, and behind its time when it has been deleted. */
async function findPosition(
  activity: ActivityRouteParts['activity'],
  teamId: string,
  id: string | undefined,
): Promise<Pick<ActivityRow, 'id' | 'createdAt'> | undefined> {
  const createdAt = readIdTime(id)
  if (id === undefined || createdAt === null) return undefined
  return (await activity.detail(id, teamId)) ?? { id, createdAt }
}

const isFound = (
  { id, endpoint, target, message, code }: ActivityRow,
  { host, find }: { readonly host: string | undefined; readonly find: string },
) =>
  (host === undefined ||
    (target !== null && URL.canParse(target) && new URL(target).host === host)) &&
  `${endpoint} ${target} ${message} ${code} ${id}`.toLowerCase().includes(find)
