import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInThread } from './run-in-thread.ts'

const run = (body: string) =>
  runInThread(
    new URL(
      `data:text/javascript,import { parentPort, workerData } from 'node:worker_threads';${body}`,
    ),
    20,
  )

test('the message of a thread is its result', async () =>
  assert.equal(await run('parentPort.postMessage(workerData + 1)'), 21))

test('a thread that throws, or ends without a message, fails', async () => {
  await assert.rejects(run('throw new Error("no boats")'), /no boats/)
  await assert.rejects(run('process.exit(0)'), /ended without a result/)
})
