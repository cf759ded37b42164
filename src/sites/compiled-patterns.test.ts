import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compiledPattern, isFound } from './compiled-patterns.ts'

test('a pattern is compiled once, until matching has taken much memory', () => {
  const first = compiledPattern('^/blog/(a|b)+$')
  assert.equal(compiledPattern('^/blog/(a|b)+$'), first)
  assert.notEqual(compiledPattern('^/blog/(a|c)+$'), first)
  assert.equal(isFound('^/blog/(a|b)+$', '/blog/abba'), true)
  assert.equal(compiledPattern('^/blog/(a|b)+$'), first)

  isFound('x', 'y'.repeat(2_000_000))

  const second = compiledPattern('^/blog/(a|b)+$')
  assert.notEqual(second, first)
  assert.equal(isFound('^/blog/(a|b)+$', '/blog/c'), false)
})

const makePattern = (index: number) => `${'(abcdefgh|i){20}'.repeat(8)}${index}`

test('compiled patterns that are large together are not kept', () => {
  const first = compiledPattern(makePattern(0))
  assert.equal(compiledPattern(makePattern(0)), first)

  for (let index = 1; index < 100; index += 1) compiledPattern(makePattern(index))

  assert.notEqual(compiledPattern(makePattern(0)), first)
})
