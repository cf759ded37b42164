import type { Activity as ActivityLog } from '#accounts/activity.ts'
import type { Usage as UsageOfTeam } from '#credits/usage.ts'
import { consoleEndpoint, json, type Endpoint } from '#http/endpoint.ts'
import type { Jobs as JobStore, JobSummary } from '#jobs/job.ts'
import { failures, ServiceError } from '#kernel/errors.ts'
import { toDailySeries } from './daily-series.ts'
import {
  Activity,
  ActivityQuery,
  ErrorCodes,
  Health,
  Job,
  JobParams,
  Jobs,
  JobsQuery,
  Usage,
  type HealthPart,
} from './work-contract.ts'

export interface WorkRouteParts {
  readonly jobs: Pick<JobStore, 'list' | 'summary'>
  readonly usage: Pick<UsageOfTeam, 'daily'>
  readonly activity: Pick<ActivityLog, 'list' | 'totals'>
  readonly health: () => Promise<HealthPart[]>
}

const success = true as const
const role = 'viewer' as const
/** Jobs that a person starts, and what they are called. */
const labels: Readonly<Record<string, string>> = { crawl: 'Crawl', 'batch-scrape': 'Batch' }
const days = 30
const meanings = Object.fromEntries(
  Object.entries(failures).map(([code, { meaning }]) => [code, meaning]),
)

/** What the team does: jobs, usage, recent operations, and the health of the service. */
export function workRoutes(parts: WorkRouteParts): Endpoint[] {
  return [...jobRoutes(parts), ...numberRoutes(parts)]
}

function jobRoutes({ jobs }: Pick<WorkRouteParts, 'jobs'>): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/jobs',
      role,
      query: JobsQuery,
      reply: json(Jobs),
      async handle({ session, query: { state, kind, before, limit } }) {
        const kinds = kind ? [kind] : Object.keys(labels)
        const { teamId } = session.account
        const at = before === undefined ? undefined : new Date(before)
        const rows = await jobs.list({ teamId, kinds, state, before: at, limit })
        return { success, data: rows.map(toSummary) }
      },
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/jobs/:id',
      role,
      params: JobParams,
      reply: json(Job),
      async handle({ session, params }) {
        const job = await jobs.summary(params.id, session.account.teamId)
        if (job && Object.hasOwn(labels, job.kind)) return { success, data: toSummary(job) }
        throw new ServiceError('NOT_FOUND', 'There is no such job, or it has expired.')
      },
    }),
  ]
}

const toSummary = ({ createdAt, finishedAt, expiresAt, ...job }: JobSummary) => ({
  ...job,
  label: labels[job.kind] ?? job.kind,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  expiresAt: expiresAt.toISOString(),
})

function numberRoutes({ usage, activity, health }: WorkRouteParts): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/usage',
      role,
      reply: json(Usage),
      async handle({ session }) {
        const rows = await usage.daily(session.account.teamId, 2 * days)
        return { success, data: toDailySeries(rows, days) }
      },
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/activity',
      role,
      query: ActivityQuery,
      reply: json(Activity),
      async handle({ session, query: { endpoint, limit } }) {
        const { teamId } = session.account
        const [rows, totals] = await Promise.all([
          activity.list({ teamId, endpoint, after: undefined, limit }),
          activity.totals(teamId),
        ])
        const data = rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
        return { success: totals, data }
      },
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/error-codes',
      role,
      reply: json(ErrorCodes),
      handle: async () => ({ success, data: meanings }),
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/health',
      role,
      reply: json(Health),
      handle: async () => ({ success, data: await health() }),
    }),
  ]
}
