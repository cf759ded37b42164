import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMemory } from './memory.ts'

test('the entry that was used least recently makes room, and a hit removes nothing', () => {
  const removed: number[] = []
  const memory = createMemory<number>({ sizeMax: 2, onRemoved: (value) => removed.push(value) })
  memory.set('a', 1)
  memory.set('b', 2)
  assert.equal(memory.get('a'), 1)
  memory.set('a', 3)
  assert.deepEqual(removed, [])
  memory.set('c', 4)
  assert.deepEqual(removed, [2])
  assert.deepEqual(memory.values(), [4, 3])
  memory.delete('a')
  memory.clear()
  assert.deepEqual([removed, memory.values()], [[2], []])
})

test('entries end after their time, also when the clock begins at zero', () => {
  let ms = 0
  const memory = createMemory<string>({
    sizeMax: 10,
    lifeMs: 100,
    clock: { now: () => new Date(ms) },
  })
  memory.set('short', 'a', 10)
  memory.set('usual', 'b')
  ms = 10
  assert.equal(memory.get('short'), undefined)
  assert.equal(memory.get('usual'), 'b')
  ms = 100
  assert.equal(memory.get('usual'), undefined)
  assert.equal(
    memory.getOrMake('usual', () => 'c'),
    'c',
  )
  assert.equal(
    memory.getOrMake('usual', () => 'd'),
    'c',
  )
})

test('sizes are counted together, and an entry that is too large is not kept', () => {
  const memory = createMemory<string>({ sizeMax: 10, measureSize: ({ length }) => length })
  memory.set('a', 'aaaaaa')
  memory.set('b', 'bbbb')
  memory.set('c', 'cc')
  assert.deepEqual(memory.values(), ['cc', 'bbbb'])
  memory.set('b', 'b'.repeat(11))
  assert.deepEqual(memory.values(), ['cc'])
})
