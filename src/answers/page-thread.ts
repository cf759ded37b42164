import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import { runPageTask, type PageTask, type PageTasks } from './page-tasks.ts'

/** What came of a task. Failures are plain data, because errors lose their code between threads. */
export type PageTaskOutcome =
  | { readonly status: 'done'; readonly result: PageTasks[keyof PageTasks]['result'] }
  | { readonly status: 'failed'; readonly code: ErrorCode; readonly message: string }

/** Entry point of a worker thread. */
export async function runInPageThread(task: PageTask): Promise<PageTaskOutcome> {
  try {
    return { status: 'done', result: await runPageTask(task) }
  } catch (thrown) {
    if (!(thrown instanceof ServiceError)) throw thrown
    return { status: 'failed', code: thrown.code, message: thrown.message }
  }
}
