import { ServiceError } from '#kernel/errors.ts'
import { createTaskThreads, LateTaskError } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import type { PageTask, PageTasks } from './page-tasks.ts'
import type { PageTaskOutcome } from './page-thread.ts'

/** Work in proportion to a page and to a schema or an answer, which may be made to take very long. */
export interface PageWork {
  /**
   * Fails with `UNPROCESSABLE` when it takes too long, with `SCHEMA_TOO_COMPLEX`, with `SERVICE_UNAVAILABLE` when too many tasks of the
   * team are waiting, or with the reason of the signal.
   */
  run<Kind extends keyof PageTasks>(
    kind: Kind,
    input: PageTasks[Kind]['input'],
    caller: Caller,
  ): Promise<PageTasks[Kind]['result']>
}

const taskMsMax = 30_000
const refusal = 'Too many answers are waiting to be compared with their pages. Try again shortly.'
const tooLong =
  'Comparing the page with the schema or the answer takes too long. Ask for less, or select a part of the page with includeTags.'

/** Runs tasks in worker threads that can be stopped. The first one of a process compiles hundreds of patterns. */
export function createPageWork(): PageWork & AsyncDisposable {
  const threads = createTaskThreads<PageTask, PageTaskOutcome>({
    file: new URL('page-thread.ts', import.meta.url),
    name: 'runInPageThread',
    refusal,
    taskMsMax,
  })

  async function run<Kind extends keyof PageTasks>(
    kind: Kind,
    input: PageTasks[Kind]['input'],
    caller: Caller,
  ): Promise<PageTasks[Kind]['result']> {
    try {
      const outcome = await threads.run({ kind, input } as PageTask, caller)
      if (outcome.status === 'done') return outcome.result
      throw new ServiceError(outcome.code, outcome.message)
    } catch (thrown) {
      if (thrown instanceof LateTaskError) throw new ServiceError('UNPROCESSABLE', tooLong)
      throw thrown
    }
  }

  return { run, [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose]() }
}
