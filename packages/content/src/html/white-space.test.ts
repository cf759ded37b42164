import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collapsed, singleSpaced } from './white-space.ts'

const characters = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code))

test('every character of white space becomes a space, and no other character', () => {
  for (const sign of characters) {
    const expected = /\s/.test(sign) ? 'a b' : `a${sign}b`
    assert.equal(singleSpaced(`a${sign}b`), expected)
  }
})

test('characters that only control line breaking are removed before white space is collapsed', () => {
  assert.equal(collapsed('one  two\u00ADthree \u200B four\u2060'), 'one twothree four')
  assert.equal(collapsed('one two'), 'one two')
})
