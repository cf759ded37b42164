import { ServiceError } from '#kernel/errors.ts'
import { isLight } from '#kernel/weight.ts'
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

/** Larger tasks, and those that take more steps, run in threads; smaller ones take some milliseconds. */
const pageWeightMax = 20_000
const wantedWeightMax = 2_000
const stepsHereMax = 50_000

/** Runs small tasks at once, and the others in worker threads that can be stopped. */
export function createPageWork(): PageWork & AsyncDisposable {
  const threads = createTaskThreads<PageTask, PageTaskOutcome>({
    file: new URL('page-thread.ts', import.meta.url),
    name: 'runInPageThread',
    refusal,
    taskMsMax,
  })

  async function runInThread(task: PageTask, caller: Caller) {
    const outcome = await threads.run(task, caller)
    if (outcome.status === 'done') return outcome.result
    throw new ServiceError(outcome.code, outcome.message)
  }

  async function run<Kind extends keyof PageTasks>(
    kind: Kind,
    input: PageTasks[Kind]['input'],
    caller: Caller,
  ): Promise<PageTasks[Kind]['result']> {
    const task = { kind, input } as PageTask
    try {
      return (await runHere(task, caller)) ?? (await runInThread(task, caller))
    } catch (thrown) {
      if (thrown instanceof LateTaskError) throw new ServiceError('UNPROCESSABLE', tooLong)
      throw thrown
    }
  }

  return { run, [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose]() }
}

/** Undefined for a task that is too large for the main thread. */
async function runHere(task: PageTask, { signal }: Caller) {
  const { page, wanted } = chooseSides(task)
  if (!isLight(page, pageWeightMax) || !isLight(wanted, wantedWeightMax)) return undefined
  const { runPageTask } = await import('./page-tasks.ts')
  try {
    return await runPageTask(task, { signal, stepsMax: stepsHereMax })
  } catch (thrown) {
    if (thrown instanceof ServiceError && thrown.code === 'UNPROCESSABLE') return undefined
    throw thrown
  }
}

/** What a task compares with each other. */
function chooseSides({ kind, input }: PageTask): {
  readonly page: unknown
  readonly wanted: unknown
} {
  if (kind === 'fill') return { page: input.facts, wanted: input.schema }
  const { stated: page, ...wanted } = input
  return { page, wanted }
}
