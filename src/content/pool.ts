import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { ServiceError, type ErrorCode, type ErrorDetail } from '#kernel/errors.ts'
import type { Content, ContentRequest, ReadContent } from './content.ts'

/** What a worker answers. */
export type Outcome =
  | { readonly status: 'read'; readonly content: Content }
  | {
      readonly status: 'failed'
      readonly code: ErrorCode
      readonly message: string
      readonly details: readonly ErrorDetail[] | undefined
    }
  | { readonly status: 'exhausted' }

interface ReadContentOptions {
  /** Threads that read pages; each does one page at a time. */
  readonly workersMax?: number
  /** JavaScript heap of one thread: a page that needs more ends in an error and costs only its thread. */
  readonly heapBytesMax?: number
  /** Pages waiting for a thread; more are refused. */
  readonly waitingMax?: number
}

/**
 * Reads pages on worker threads, which are started at once so that the first page does not wait for them.
 * Fails with what `readPage` fails with, `SERVICE_UNAVAILABLE` when too many pages wait, `SCRAPE_SITE_ERROR` when a
 * page takes too much memory, or the signal's reason; an aborted page is stopped where it is.
 */
export function createReadContent({
  workersMax = Math.max(1, availableParallelism() - 1),
  heapBytesMax = 384 * 1024 * 1024,
  waitingMax = 256,
}: ReadContentOptions = {}): ReadContent & AsyncDisposable {
  const pool = new Piscina({
    filename: new URL('worker.ts', import.meta.url).href,
    name: 'read',
    minThreads: workersMax,
    maxThreads: workersMax,
    maxQueue: waitingMax,
    resourceLimits: {
      maxOldGenerationSizeMb: heapBytesMax / 1024 / 1024,
      maxYoungGenerationSizeMb: 32,
    },
    recordTiming: false,
  })

  async function readContent(request: ContentRequest, signal: AbortSignal): Promise<Content> {
    signal.throwIfAborted()
    if (pool.queueSize >= waitingMax)
      throw new ServiceError(
        'SERVICE_UNAVAILABLE',
        'Too many pages are waiting to be read. Try again shortly.',
        { retryAfterSeconds: 1 },
      )
    // A view may look into a much larger buffer: its bytes are copied once and then handed over.
    const body = Uint8Array.from(request.body)
    return toContent(await run({ ...request, body }, signal))
  }

  async function run(request: ContentRequest, signal: AbortSignal): Promise<Outcome> {
    try {
      return (await pool.run(request, {
        signal,
        transferList: [request.body.buffer as ArrayBuffer],
      })) as Outcome
    } catch (thrown) {
      signal.throwIfAborted()
      if (isOutOfMemory(thrown)) return { status: 'exhausted' }
      throw thrown
    }
  }

  return Object.assign(readContent, {
    async [Symbol.asyncDispose]() {
      await pool.destroy()
    },
  })
}

function toContent(outcome: Outcome): Content {
  if (outcome.status === 'read') return outcome.content
  if (outcome.status === 'exhausted') {
    throw new ServiceError(
      'SCRAPE_SITE_ERROR',
      'The page is too large or too deeply nested to be read.',
    )
  }
  throw new ServiceError(outcome.code, outcome.message, { details: outcome.details })
}

const isOutOfMemory = (thrown: unknown) =>
  thrown instanceof Error && 'code' in thrown && thrown.code === 'ERR_WORKER_OUT_OF_MEMORY'
