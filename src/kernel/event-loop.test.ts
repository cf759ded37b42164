import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createYields } from './event-loop.ts'

test('however much long work there is, a turn of the event loop has the time of one', async () => {
  const over = new AbortController()
  let stepsOfTurn = 0
  let most = 0
  const watch = (async () => {
    while (!over.signal.aborted) {
      await setImmediate()
      most = Math.max(most, stepsOfTurn)
      stepsOfTurn = 0
    }
  })()
  /** Three steps, each of which uses up the time of a turn. */
  const work = async () => {
    const yields = createYields()
    for (let step = 0; step < 3; step += 1) {
      await yields.next()
      stepsOfTurn += 1
      for (const startedAt = performance.now(); performance.now() - startedAt < 9;);
    }
  }
  await Promise.all(Array.from({ length: 10 }, work))
  over.abort()
  await watch
  assert.ok(most <= 2, `${most} steps in one turn`)
})

test('work that comes while other work waits is let in after it', async () => {
  const order: number[] = []
  const work = async (name: number) => {
    const yields = createYields()
    for (let step = 0; step < 2; step += 1) {
      for (const startedAt = performance.now(); performance.now() - startedAt < 9;);
      await yields.next()
      order.push(name)
    }
  }
  await Promise.all([1, 2, 3].map(work))
  assert.deepEqual(order, [1, 2, 3, 1, 2, 3])
})
