import { setTimeout } from 'node:timers/promises'
import type { LiveRoute } from '#http/live.ts'
import type { EndpointGroup } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Id } from '#kernel/ids.ts'
import type { JobVerbs } from './job-verbs.ts'

const lookMs = 1_000

/** A job as it happens (contract section 9.7): what there is, then every document, until the job has ended. */
export function liveJob(
  verbs: Pick<JobVerbs, 'status'>,
  { path, group }: { readonly path: `/${string}`; readonly group: EndpointGroup },
): LiveRoute {
  async function* frames(id: string, call: Call) {
    const { data: jobId } = Id.safeParse(id)
    if (jobId === undefined) throw new ServiceError('BAD_REQUEST', 'Invalid job ID')
    const look = (skip: number) => verbs.status(jobId, { skip, limit: undefined, url: '' }, call)
    let { next, ...status } = await look(0)
    let shown = status.data.length
    yield { type: 'catchup', data: status }
    // A job that has ended may have more documents than one look shows.
    while (next !== undefined) {
      if (status.data.length === 0) await setTimeout(lookMs, undefined, { signal: call.signal })
      ;({ next, ...status } = await look(shown))
      shown += status.data.length
      for (const data of status.data) yield { type: 'document', data }
    }
  }
  return { path, group, frames }
}
