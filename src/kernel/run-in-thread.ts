import { Worker } from 'node:worker_threads'

/**
 * Runs a module in a thread of its own, which gets `workerData` and posts one message. Returns that message; fails with what the module
 * throws, and when the thread ends without a message. For work that is done once; `createTaskThreads` is for the others.
 */
export async function runInThread<Result>(module: URL, workerData: unknown): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  new Worker(module, { workerData })
    .on('message', resolve)
    .on('error', reject)
    .on('exit', () => reject(new Error('The thread has ended without a result.')))
  return promise
}
