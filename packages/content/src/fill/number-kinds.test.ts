import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNumbers } from './number-kinds.ts'

const table: readonly (readonly [string, readonly string[], readonly number[]])[] = [
  ['open from 10:00 to 5 pm', ['time 600', 'time 1020'], []],
  [
    '9 May 2026, 14.03.2026 and 2026-04-17',
    ['date 2026-4-17', 'date 2026-3-14', 'date 2026-5-9'],
    [],
  ],
  ['9–11 October 2026', ['date 2026-10-9', 'date 2026-10-11'], []],
  ['le 4 août', ['date -8-4'], []],
  ['lamp TL-300, version 2.3.1', ['code 231', 'code tl300'], []],
  ['call +47 51 55 01 23', ['code 4751550123'], []],
  ['12 rooms of 24 m2 for €142.50', [], [12, 24, 142.5]],
  ['1,299 visitors, 20 % more', [], [1299, 20]],
  ['scored 4.6 out of 5, over-65s 3 out of 5', [], [4.6, 5, 65, 3, 5]],
]

for (const [text, spans, amounts] of table) {
  test(`numbers by their kind: ${text}`, () => {
    const read = readNumbers(text)
    assert.deepEqual(
      read.spans.map(({ kind, key }) => `${kind} ${key}`),
      spans,
    )
    assert.deepEqual(
      read.quantities.map(({ value }) => value),
      amounts,
    )
  })
}
