import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRetryAfter } from './retry-after.ts'

const now = new Date('2026-03-01T10:00:00Z')
const read = (value: string | undefined) => readRetryAfter(value, { now, msMax: 3_600_000 })

test('Retry-After is seconds or a date, within the limit', () => {
  assert.equal(read('120'), 120_000)
  assert.equal(read(' 1.5 '), 1_500)
  assert.equal(read('Sun, 01 Mar 2026 10:00:30 GMT'), 30_000)
  assert.equal(read('Sun, 01 Mar 2026 09:00:00 GMT'), 0)
  assert.equal(read('86400'), 3_600_000)
  assert.equal(read('Mon, 02 Mar 2026 10:00:00 GMT'), 3_600_000)
})

test('what is neither is no Retry-After', () => {
  for (const value of [undefined, '', 'soon', '1e5', 'Infinity'])
    assert.equal(read(value), undefined)
})
