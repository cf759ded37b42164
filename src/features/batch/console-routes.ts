import { z } from 'zod'
import { JobParams } from '#job-api/contract.ts'
import type { PageOptions } from '#pages/page-options.ts'
import { consoleEndpoint } from '#http/console-endpoint.ts'
import { json, type Endpoint } from '#http/endpoint.ts'
import type { Job, Jobs } from '#jobs/job.ts'
import type { JobTypes } from '#jobs/job-types.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { Batch } from './batch.ts'

const Retried = z.object({ success: z.literal(true), id: z.uuid() })

/** Options of a page in the stored requests of batches and crawls. */
interface StoredOptions {
  readonly options?: PageOptions
  readonly scrapeOptions?: PageOptions
}

/** What the console needs beside the API of batches: the failed pages of a job as a new batch with the options of the job. */
export function batchConsoleRoutes({
  batch,
  jobs,
  jobTypes,
}: {
  readonly batch: Pick<Batch, 'start'>
  readonly jobs: Pick<Jobs, 'summary' | 'read' | 'errors'>
  readonly jobTypes: Pick<JobTypes, 'shown'>
}): Endpoint[] {
  return [
    consoleEndpoint({
      method: 'POST',
      path: '/console/api/jobs/:id/retry',
      role: 'member',
      params: JobParams,
      reply: json(Retried),
      async handle({ params: { id }, session, call }) {
        const { teamId } = session.account
        const summary = await jobs.summary(id, teamId)
        const isRetried = summary && jobTypes.shown().has(summary.kind)
        const job = isRetried && (await jobs.read({ id, teamId, kind: summary.kind }))
        const options = job && makeOptions(job)
        if (!options)
          throw new ServiceError('NOT_FOUND', 'There is no such job, or it has expired.')
        const urls = new Set((await jobs.errors(id)).map(({ url }) => url))
        if (urls.size === 0) throw new ServiceError('CONFLICT', 'No page of this job has failed.')
        const request = {
          urls: [...urls],
          options,
          caller: { origin: 'console', integration: undefined },
          webhook: undefined,
          appendToId: undefined,
          ignoreInvalidURLs: true,
          maxConcurrency: undefined,
        }
        const started = await batch.start(request, call)
        return { success: true as const, id: started.id }
      },
    }),
  ]
}

function makeOptions({ request, zeroDataRetention }: Job): PageOptions | undefined {
  const { options, scrapeOptions } = request as StoredOptions
  const found = options ?? scrapeOptions
  return found && { ...found, zeroDataRetention: found.zeroDataRetention || zeroDataRetention }
}
