import { ServiceError } from '#kernel/errors.ts'
import { readPage } from './pipeline.ts'
import type { Outcome, Task } from './pool.ts'

/** What a worker thread runs. Failures travel as plain data: an error that crosses threads loses its code. */
export function read({ request, started }: Task): Outcome {
  Atomics.store(started, 0, 1)
  try {
    return { status: 'read', content: readPage(request) }
  } catch (thrown) {
    if (thrown instanceof ServiceError) {
      const { code, message, details } = thrown
      return { status: 'failed', code, message, details }
    }
    // Recursion and strings have limits of their own; such a page is as good as too large.
    if (thrown instanceof RangeError) return { status: 'exhausted' }
    throw thrown
  }
}
