import { setTimeout } from 'node:timers/promises'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Id } from '#kernel/ids.ts'
import type { JobVerbs } from './job-verbs.ts'

const pollMs = 1_000

/** Yields the messages of a job: `catchup` with the existing documents, then one `document` each, until the job has ended. */
export async function* jobEvents(verbs: Pick<JobVerbs, 'status'>, id: string, call: Call) {
  const { data: jobId } = Id.safeParse(id)
  if (jobId === undefined) throw new ServiceError('BAD_REQUEST', 'Invalid job ID')
  const poll = (skip: number) => verbs.status(jobId, { skip, limit: undefined, url: '' }, call)
  let { next, ...status } = await poll(0)
  let sent = status.data.length
  yield { type: 'catchup', data: status }
  // A job that has ended may have more documents than one poll returns.
  while (next !== undefined) {
    if (status.data.length === 0) await setTimeout(pollMs, undefined, { signal: call.signal })
    ;({ next, ...status } = await poll(sent))
    sent += status.data.length
    for (const data of status.data) yield { type: 'document', data }
  }
}
