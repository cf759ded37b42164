import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inBatches } from './in-batches.ts'

function startBatches(itemsMax = 10) {
  const batches: string[][] = []
  const add = inBatches(
    async (items: readonly string[]) => {
      batches.push([...items])
      if (items.includes('bad')) throw new Error('bad')
      return items.map((item) => item.toUpperCase())
    },
    { itemsMax },
  )
  return { add, batches }
}

test('concurrent calls are one batch, and each gets its own result', async () => {
  const { add, batches } = startBatches()
  assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((item) => add(item))), ['A', 'B', 'C'])
  assert.equal(await add('d'), 'D')
  assert.deepEqual(batches, [['a', 'b', 'c'], ['d']])
})

test('a full batch does not wait, and an urgent call takes waiting ones along', async () => {
  const { add, batches } = startBatches(2)
  const patient = 3_600_000
  assert.deepEqual(await Promise.all([add('a', patient), add('b', patient)]), ['A', 'B'])
  assert.deepEqual(await Promise.all([add('c', patient), add('d', 0)]), ['C', 'D'])
  const waiting = add('e', patient)
  await new Promise(setImmediate)
  assert.deepEqual(batches.at(-1), ['c', 'd'])
  await add('f')
  assert.equal(await waiting, 'E')
})

test('an error fails all calls of the batch and no others', async () => {
  const { add } = startBatches()
  const results = await Promise.allSettled([add('a'), add('bad')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await add('b'), 'B')
})
