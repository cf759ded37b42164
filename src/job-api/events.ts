import { setTimeout } from 'node:timers/promises'
import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'
import { Id } from '#kernel/uuid.ts'
import { joinBytes } from '#kernel/join-bytes.ts'
import { writeStatus, type JobVerbs } from './job-verbs.ts'

const pollMs = 1_000
const progressPollMs = 500
/** As JSON: what each watcher holds, however slowly it reads. */
const frameBytesMax = 256 * 1_024

interface FramesRequest {
  readonly id: string
  /** `frames=progress` asks for counts instead of documents. */
  readonly query: URLSearchParams
}

/** Yields the messages of a job, as JSON, until it has ended. Fails with `BAD_REQUEST` for an invalid id or kind of frames. */
export function jobFrames(
  verbs: Pick<JobVerbs, 'status' | 'progress'>,
  { id, query }: FramesRequest,
  call: Call,
): AsyncIterable<Buffer> {
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
  let { facts, documents } = await poll(0)
  let sent = documents.length
  // A job that has ended may have more documents than one poll returns, and clients leave once they read that it has.
  const { next: isMore, ...first } = facts
  const shown = { ...first, ...(isMore !== undefined && { status: 'scraping' as const }) }
  yield writeFrame('catchup', await writeStatus({ facts: shown, documents }))
  while (facts.next !== undefined) {
    if (documents.length === 0) await setTimeout(pollMs, undefined, { signal: call.signal })
    ;({ facts, documents } = await poll(sent))
    sent += documents.length
    for (const document of documents) yield writeFrame('document', document)
  }
  // After a `catchup` that said so already, clients have left.
  const { next: _next, ...last } = facts
  yield writeFrame('status', await writeStatus({ facts: last, documents: [] }))
}

const writeFrame = (type: string, json: Buffer): Promise<Buffer> =>
  joinBytes([Buffer.from(`{"type":"${type}","data":`), json, Buffer.from('}')])

/** The counts whenever they have changed, at most twice per second. */
async function* progressFrames(verbs: Pick<JobVerbs, 'progress'>, id: string, call: Call) {
  let sent = ''
  for (;;) {
    const progress = await verbs.progress(id, call)
    const text = JSON.stringify({ type: 'progress', ...progress })
    if (text !== sent) yield Buffer.from(text)
    sent = text
    if (progress.status !== 'scraping') return
    await setTimeout(progressPollMs, undefined, { signal: call.signal })
  }
}
