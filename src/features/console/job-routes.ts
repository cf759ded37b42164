import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import { countedMax } from '#jobs/job-timeline.ts'
import type { Jobs as JobStore, JobSummary } from '#jobs/job.ts'
import type { JobTypes, ShownAs } from '#jobs/job-types.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withData } from '#kernel/reply.ts'
import { createListPages } from './job-pages.ts'
import {
  JobKeeping,
  JobReply,
  JobIdParams,
  JobsReply,
  JobsQuery,
  JobPagesReply,
  PagesQuery,
  TimelineReply,
} from './work-contract.ts'

export interface JobRouteParts {
  readonly jobs: Pick<JobStore, 'keep' | 'list' | 'summary' | 'documents' | 'timeline'>
  readonly jobTypes: Pick<JobTypes, 'shown'>
}

type ShownJob = JobSummary & ShownAs

/** Bars of the chart of a job. */
const slotsMax = 48
const success = true as const
const role = 'viewer' as const

/** Jobs of the team, and their pages. */
export function consoleJobRoutes({ jobs, jobTypes }: JobRouteParts): Endpoint[] {
  const readPages = createListPages(jobs)
  async function find(id: string, teamId: string): Promise<ShownJob> {
    const job = await jobs.summary(id, teamId)
    const shownAs = job && jobTypes.shown().get(job.kind)
    if (shownAs) return { ...job, ...shownAs }
    throw new ServiceError('NOT_FOUND', 'There is no such job, or it has expired.')
  }
  return [
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/jobs',
      role,
      query: JobsQuery,
      reply: json(JobsReply),
      async handle({ session, query: { state, kind, kept, before, limit } }) {
        const shown = jobTypes.shown()
        const kinds = [...shown.keys()].filter((each) => kind === undefined || each === kind)
        const { teamId } = session.account
        const isKept = kept !== undefined
        const rows = await jobs.list({ teamId, kinds, state, isKept, before, limit })
        const data = rows.flatMap((job) => {
          const shownAs = shown.get(job.kind)
          return shownAs ? [{ ...job, ...shownAs }] : []
        })
        return { success, data, kinds: [...shown].map(([name, { label }]) => ({ name, label })) }
      },
    }),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/jobs/:id',
      role,
      params: JobIdParams,
      reply: json(JobReply),
      async handle({ session, params }) {
        return withData(await find(params.id, session.account.teamId))
      },
    }),
    keepEndpoint(jobs, find),
    timelineEndpoint(jobs, find),
    consoleEndpoint({
      method: 'GET',
      path: '/console/api/jobs/:id/pages',
      role,
      params: JobIdParams,
      query: PagesQuery,
      reply: json(JobPagesReply),
      async handle({ session, params, query }) {
        const { id } = await find(params.id, session.account.teamId)
        return { success, ...(await readPages(id, query)) }
      },
    }),
  ]
}

type FindJob = (id: string, teamId: string) => Promise<ShownJob>

/** Pages and errors of a job over time. */
const timelineEndpoint = (jobs: JobRouteParts['jobs'], find: FindJob) =>
  consoleEndpoint({
    method: 'GET',
    path: '/console/api/jobs/:id/timeline',
    role,
    params: JobIdParams,
    reply: json(TimelineReply),
    async handle({ session, params }) {
      const { id, total } = await find(params.id, session.account.teamId)
      const { seconds, slots } = await jobs.timeline(id, slotsMax)
      return withData({ seconds, slots: [...slots], isPartial: total > countedMax })
    },
  })

/** Results of a job that are stored for longer. */
const keepEndpoint = (jobs: JobRouteParts['jobs'], find: FindJob) =>
  consoleEndpoint({
    method: 'PATCH',
    path: '/console/api/jobs/:id',
    role: 'member',
    params: JobIdParams,
    body: json(JobKeeping),
    reply: json(JobReply),
    async handle({ session, params: { id }, body }) {
      const { teamId } = session.account
      await find(id, teamId)
      const how = 'keptAs' in body ? body : { days: body.resultDays }
      if (!(await jobs.keep({ id, teamId }, how)))
        throw new ServiceError('BAD_REQUEST', nothingKept)
      return withData(await find(id, teamId))
    },
  })

const nothingKept = 'Under zero data retention nothing of a job is stored for longer.'
