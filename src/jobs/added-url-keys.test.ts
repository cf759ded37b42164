import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAcceptedPages } from './added-url-keys.ts'

test('a job knows its own pages, and nobody else', () => {
  const accepted = createAcceptedPages()
  accepted.add('one', ['a', 'b', 'a'])
  assert.ok(accepted.has('one', 'a') && accepted.has('one', 'b'))
  assert.ok(!accepted.has('one', 'c') && !accepted.has('two', 'a'))
})

test('so much is remembered and no more, and the latest is never what is forgotten', () => {
  const accepted = createAcceptedPages()
  const many = Array.from({ length: 150_000 }, (_, n) => `${n}`)
  accepted.add('one', many)
  accepted.add('one', many.slice(0, 10_000))
  assert.ok(accepted.has('one', '149999'), 'what is known already takes no more room')
  accepted.add('two', many)
  assert.ok(!accepted.has('one', '0') && accepted.has('two', '0'))
})
