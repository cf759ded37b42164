import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAddedUrlKeys } from './added-url-keys.ts'

test('URL keys belong to one job', () => {
  const urlKeys = createAddedUrlKeys()
  urlKeys.add('one', ['a', 'b', 'a'])
  assert.ok(urlKeys.has('one', 'a') && urlKeys.has('one', 'b'))
  assert.ok(!urlKeys.has('one', 'c') && !urlKeys.has('two', 'a'))
})

test('the cache is bounded and keeps the latest keys', () => {
  const urlKeys = createAddedUrlKeys()
  const many = Array.from({ length: 150_000 }, (_, n) => `${n}`)
  urlKeys.add('one', many)
  urlKeys.add('one', many.slice(0, 10_000))
  assert.ok(urlKeys.has('one', '149999'), 'known keys are not counted twice')
  urlKeys.add('two', many)
  assert.ok(!urlKeys.has('one', '0') && urlKeys.has('two', '0'))
})
