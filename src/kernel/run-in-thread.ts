import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Runs a module in a thread of its own, which gets `workerData` and posts one message. Returns that message; fails with what the module
 * throws. For work that is done once; `createTaskThreads` is for the others.
 */
export async function runInThread<Result>(module: URL, workerData: unknown): Promise<Result> {
  const [result] = await once(new Worker(module, { workerData }), 'message')
  return result as Result
}
