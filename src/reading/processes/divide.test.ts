import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deserialize, serialize } from 'node:v8'
import * as fc from 'fast-check'
import { addPart, divide } from './divide.ts'

function sendAndJoin(value: unknown, partMax?: number) {
  const { value: rest, parts } = divide(value, partMax)
  const pending = { message: deserialize(serialize(rest)) as unknown }
  for (const part of parts) addPart(pending, deserialize(serialize(part)) as typeof part)
  return pending.message
}

test('whatever the size of a part, the value is the same', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ stringUnit: 'binary' }),
      fc.integer({ min: 1, max: 400 }),
      (value, partMax) => {
        const sent: unknown = deserialize(serialize([value]))
        assert.deepEqual(sendAndJoin([value], partMax), sent)
      },
    ),
    { numRuns: 500 },
  )
})

test('what is no plain object stays whole', () => {
  const value = { at: new Date(0), map: new Map([[1, 'x'.repeat(900)]]), none: undefined, list: [] }
  assert.deepEqual(sendAndJoin(value, 100), value)
})

test('no part of a long result is long', () => {
  const items = Array.from({ length: 30_000 }, (_, at) => ({ text: `text ${at}`, box: [1, 2, at] }))
  const content = {
    markdown: 'ä'.repeat(3_000_000),
    blocks: [{ items }, { items: [] }, { items }],
    pictures: Array.from({ length: 4 }, () => new Uint8Array(4_000_000)),
  }
  assert.deepEqual(sendAndJoin(content), content)
  const { value, parts } = divide(content)
  const sizes = [value, ...parts].map((part) => serialize(part).length)
  assert.ok(sizes.length > 10)
  assert.ok(Math.max(...sizes) < 4_500_000, `${Math.max(...sizes)}`)
})

test('a part that belongs nowhere is refused, and changes nothing', () => {
  const message = { text: 'a', list: [{}], number: 1 }
  for (const at of [
    ['__proto__', 'text'],
    ['constructor', 'name'],
    ['list', 'length'],
    ['list', 1],
    ['list'],
    ['number'],
    ['text', 0],
  ])
    assert.throws(() => addPart({ message }, { at, add: 'x' }), TypeError)
  assert.deepEqual(message, { text: 'a', list: [{}], number: 1 })
})
