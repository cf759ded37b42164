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

test('those who come together go together, and each gets its own answer', async () => {
  const { add, batches } = startBatches()
  assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((item) => add(item))), ['A', 'B', 'C'])
  assert.equal(await add('d'), 'D')
  assert.deepEqual(batches, [['a', 'b', 'c'], ['d']])
})

test('a full batch does not wait, and who is in a hurry takes the patient along', async () => {
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

test('a failure is the failure of all in the batch, and of no others', async () => {
  const { add } = startBatches()
  const results = await Promise.allSettled([add('a'), add('bad')])
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await add('b'), 'B')
})
