import { setTimeout } from 'node:timers/promises'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Id } from '#kernel/ids.ts'
import type { JobVerbs } from './job-verbs.ts'

const pollMs = 1_000
const progressPollMs = 500
/** As JSON: what each watcher holds, however slowly it reads. */
const frameBytesMax = 256 * 1_024

interface FramesRequest {
  readonly id: string
  /** `frames=progress` asks for counts instead of documents. */
  readonly query: URLSearchParams
}

/** Yields the messages of a job until it has ended. Fails with `BAD_REQUEST` for an invalid id or kind of frames. */
export function jobFrames(
  verbs: Pick<JobVerbs, 'status' | 'progress'>,
  { id, query }: FramesRequest,
  call: Call,
): AsyncIterable<object> {
  const { data: jobId } = Id.safeParse(id)
  if (jobId === undefined) throw new ServiceError('BAD_REQUEST', 'Invalid job ID')
  const frames = query.get('frames')
  if (frames === null) return documentFrames(verbs, jobId, call)
  if (frames === 'progress') return progressFrames(verbs, jobId, call)
  throw new ServiceError('BAD_REQUEST', 'Unknown frames. Use frames=progress, or leave it out.')
}

/** `catchup` with the existing documents, then one `document` each, and the state in which the job has ended. */
async function* documentFrames(verbs: Pick<JobVerbs, 'status'>, id: string, call: Call) {
  const bytesMax = frameBytesMax
  const poll = (skip: number) =>
    verbs.status(id, { skip, limit: undefined, url: '', bytesMax }, call)
  let { next, ...status } = await poll(0)
  let sent = status.data.length
  // A job that has ended may have more documents than one poll returns, and clients leave once they read that it has.
  yield { type: 'catchup', data: { ...status, ...(next !== undefined && { status: 'scraping' }) } }
  while (next !== undefined) {
    if (status.data.length === 0) await setTimeout(pollMs, undefined, { signal: call.signal })
    ;({ next, ...status } = await poll(sent))
    sent += status.data.length
    for (const data of status.data) yield { type: 'document', data }
  }
  // After a `catchup` that said so already, clients have left.
  yield { type: 'status', data: { ...status, data: [] } }
}

/** The counts whenever they have changed, at most twice per second. */
async function* progressFrames(verbs: Pick<JobVerbs, 'progress'>, id: string, call: Call) {
  let sent = ''
  for (;;) {
    const progress = await verbs.progress(id, call)
    const frame = { type: 'progress', ...progress }
    const text = JSON.stringify(frame)
    if (text !== sent) yield frame
    sent = text
    if (progress.status !== 'scraping') return
    await setTimeout(progressPollMs, undefined, { signal: call.signal })
  }
}
