import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerUntil } from '#test/fixtures/caller.ts'
import { createThreads } from './threads.ts'

test('a thread starts only when all others are busy, and the last one used is used next', async () => {
  const options = { threads: 3, heapBytesMax: 512 * 1024 * 1024, waitingMax: 8 }
  await using threads = createThreads(options)
  const use = (until?: Promise<void>) =>
    threads.use(
      async (pool) => {
        await until
        return pool
      },
      callerUntil(AbortSignal.timeout(60_000)),
    )
  const first = await use()
  assert.equal(await use(), first)

  const hold = Promise.withResolvers<void>()
  const held = use(hold.promise)
  const second = await use()
  assert.notEqual(second, first)
  hold.resolve()
  assert.equal(await held, first)
  assert.equal(await use(), first)
  assert.deepEqual([first.threads.length, second.threads.length], [1, 1])
})
