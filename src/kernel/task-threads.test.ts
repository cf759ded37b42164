import assert from 'node:assert/strict'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { callerUntil } from '#test/fixtures/caller.ts'
import { niceness } from './niceness.ts'
import { listThreads } from './processes.ts'
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

test('a thread yields to the main thread', { skip: process.platform !== 'linux' }, async () => {
  await using threads = startThreads(100 * 1024 * 1024)
  await threads.run(10, callerUntil())
  const priorities = listThreads(process.pid).map((thread) => getPriority(Number(thread)))
  assert.ok(priorities.includes(getPriority() + niceness))
})
