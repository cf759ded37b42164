import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerUntil } from '#test/fixtures/caller.ts'
import { createTaskThreads, LateTaskError } from './task-threads.ts'

const startThreads = (heapBytesMax: number) =>
  createTaskThreads<number, number>({
    file: new URL(import.meta.resolve('#test/fixtures/greedy-thread.ts')),
    name: 'takeMemory',
    refusal: 'Too many.',
    threads: 1,
    heapBytesMax,
  })

test('a task that needs too much memory ends its thread, not the process', async () => {
  await using threads = startThreads(100 * 1024 * 1024)
  const caller = callerUntil()
  await assert.rejects(threads.run(10_000_000, caller), LateTaskError)
  assert.equal(await threads.run(10, caller), 20)
})
