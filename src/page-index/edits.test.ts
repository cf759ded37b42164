import assert from 'node:assert/strict'
import { test } from 'node:test'
import { editsBetween } from './edits.ts'

test('edits are insertions, deletions, replacements and swaps of neighbours', () => {
  const cases = [
    ['river', 'river', 0],
    ['river', 'rivers', 1],
    ['river', 'rvier', 1],
    ['river', 'rover', 1],
    ['striped', 'stirpde', 2],
    ['striped', 'trpeda', undefined],
    ['', 'ab', 2],
    ['abc', 'abcdef', undefined],
  ] as const
  for (const [from, to, edits] of cases) {
    assert.equal(editsBetween(from, to, 2), edits, `${from} ${to}`)
    assert.equal(editsBetween(to, from, 2), edits, `${to} ${from}`)
  }
})
