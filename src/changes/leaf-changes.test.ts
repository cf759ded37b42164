import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leafChanges } from './leaf-changes.ts'

test('changes of data are listed by path, and only real ones', () => {
  const before = {
    name: 'Mill  of\nWeir',
    plans: [{ price: 10, title: 'Small' }, { price: 20 }],
    tags: ['a', 'b'],
    open: true,
    place: { town: 'Lund' },
  }
  assert.deepEqual(leafChanges(before, { ...before, name: 'Mill of Weir\u200B' }), {})
  assert.deepEqual(leafChanges({ a: 1, b: 2 }, { b: 2, a: 1 }), {})
  assert.deepEqual(
    leafChanges(before, {
      ...before,
      plans: [{ price: 12, title: 'Small' }],
      tags: ['a', 'b', 'c'],
      open: 'yes',
      place: null,
    }),
    {
      'plans[0].price': { previous: 10, current: 12 },
      'plans[1]': { previous: { price: 20 }, current: null },
      'tags[2]': { previous: null, current: 'c' },
      open: { previous: true, current: 'yes' },
      place: { previous: { town: 'Lund' }, current: null },
    },
  )
  assert.deepEqual(leafChanges([1], { value: 1 }), { '': { previous: [1], current: { value: 1 } } })
  const many = Array.from({ length: 5_000 }, (_, index) => index)
  assert.equal(Object.keys(leafChanges(many, [])).length, 1_000)
})
