import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import { ServiceError, type ErrorCode, type ErrorDetail } from '#kernel/errors.ts'
import { isOutOfMemory } from '#kernel/thread-memory.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Content, ContentRequest } from '#content/content.ts'
import type { ReadContent } from './read-content.ts'
import { createThreads } from './threads.ts'

/** Result of a worker. */
export type ReadOutcome =
  | { readonly status: 'read'; readonly content: Content }
  | {
      readonly status: 'failed'
      readonly code: ErrorCode
      readonly message: string
      readonly details: readonly ErrorDetail[] | undefined
    }
  | { readonly status: 'exhausted' | 'late' }

/** Task of a worker, which sets `thread` to the number of its thread when it begins. */
export interface ReadingTask {
  readonly request: ContentRequest
  readonly thread: Int32Array
}

interface ReadContentOptions {
  /** Threads per team, one page each at a time. More start when several teams wait. */
  readonly workersMax?: number
  /** JavaScript heap per thread in bytes. A page that needs more fails and ends only its thread. */
  readonly heapBytesMax?: number
  /** Queued pages per team; more are refused. */
  readonly waitingMax?: number
  /** CPU time per page in milliseconds: on a busy machine a page takes longer, but no more of it. */
  readonly cpuMsMax?: number
}

/**
 * Reads pages on worker threads, which start on demand.
 * Fails like `readPage`, with `SERVICE_UNAVAILABLE` when the queue of the team is full, with `SCRAPE_SITE_ERROR` when a
 * page exceeds its memory or time, or with the signal's reason. An aborted page is stopped immediately.
 */
export function createReadContent({
  workersMax = threadsFor(availableParallelism()),
  heapBytesMax = 512 * 1024 * 1024,
  waitingMax = 256,
  cpuMsMax = 9_000,
}: ReadContentOptions = {}): ReadContent & AsyncDisposable {
  const threads = createThreads({ threads: workersMax, heapBytesMax, waitingMax })

  async function readContent(request: ContentRequest, caller: Caller): Promise<Content> {
    const outcome = await threads.use((pool) => run(pool, request, caller.signal), caller)
    if (outcome.status === 'read') return outcome.content
    throw toError(outcome)
  }

  async function run(
    pool: Piscina,
    request: ContentRequest,
    signal: AbortSignal,
  ): Promise<ReadOutcome> {
    using watch = watchTask(pool, cpuMsMax)
    // The view may cover a part of a larger buffer, so its bytes are copied once and transferred.
    const body = Uint8Array.from(request.body)
    try {
      const task: ReadingTask = { request: { ...request, body }, thread: watch.thread }
      const options = {
        signal: AbortSignal.any([signal, watch.signal]),
        transferList: [body.buffer],
      }
      return (await pool.run(task, options)) as ReadOutcome
    } catch (thrown) {
      signal.throwIfAborted()
      if (isOutOfMemory(thrown)) return { status: 'exhausted' }
      if (watch.signal.aborted) return { status: 'late' }
      throw thrown
    }
  }

  return Object.assign(readContent, {
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  })
}

/** One core is left to the main thread, if two or more remain for reading. */
const threadsFor = (cores: number) => Math.max(Math.min(cores, 2), cores - 1)

/** Aborts a task whose thread takes more CPU time, not counting what the thread took before it. */
function watchTask(pool: Piscina, cpuMsMax: number) {
  const number = new Int32Array(new SharedArrayBuffer(4))
  const abort = new AbortController()
  let before: NodeJS.CpuUsage | undefined
  async function look(): Promise<void> {
    const id = Atomics.load(number, 0)
    const thread = pool.threads.find(({ threadId }) => threadId === id)
    if (!thread) return
    const { user, system } = await thread.cpuUsage(before)
    if (before && (user + system) / 1_000 > cpuMsMax) abort.abort()
    before ??= { user, system }
  }
  const timer = setInterval(
    // A thread that has ended has no CPU time; its task has failed.
    () => void look().catch(() => {}),
    Math.min(watchIntervalMs, cpuMsMax),
  )
  timer.unref()
  return { thread: number, signal: abort.signal, [Symbol.dispose]: () => clearInterval(timer) }
}

const watchIntervalMs = 250

function toError(outcome: Exclude<ReadOutcome, { status: 'read' }>): ServiceError {
  if (outcome.status === 'failed') {
    return new ServiceError(outcome.code, outcome.message, { details: outcome.details })
  }
  return new ServiceError('SCRAPE_SITE_ERROR', unreadable[outcome.status])
}

const unreadable = {
  exhausted: 'The page is too large or too deeply nested to be read.',
  late: 'Reading the page takes too long: it is too large, or a selector is too expensive.',
} as const
