import { threadId } from 'node:worker_threads'
import { ServiceError } from '#kernel/errors.ts'
import { readPage } from '#content/pipeline.ts'
import type { ReadOutcome, ReadingTask } from './pool.ts'

/** Entry point of a worker thread. Failures are returned as plain data, because errors lose their code between threads. */
export function read({ request, thread }: ReadingTask): ReadOutcome {
  Atomics.store(thread, 0, threadId)
  try {
    return { status: 'read', content: readPage(request) }
  } catch (thrown) {
    const expected = ServiceError.expected(thrown)
    if (expected) {
      const { code, message, details } = expected
      return { status: 'failed', code, message, details }
    }
    // Stack and string limits of the engine count as a page that is too large.
    if (thrown instanceof RangeError) return { status: 'exhausted' }
    throw thrown
  }
}
