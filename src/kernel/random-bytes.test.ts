import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomBytes } from './random-bytes.ts'

test('no bytes are handed out twice, and those that were handed out do not change', () => {
  const all = Array.from({ length: 2_000 }, () => randomBytes(12))
  const first = all.map((bytes) => bytes.toString('hex'))

  assert.equal(new Set(first).size, 2_000)
  assert.ok(all.every(({ length }) => length === 12))
  randomBytes(4_000)
  assert.deepEqual(
    all.map((bytes) => bytes.toString('hex')),
    first,
  )
})
