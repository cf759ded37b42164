import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { makeKey, sourcePatterns } from '#test/fixtures/source-patterns.ts'
import { exceptions, unknownExceptions } from '#test/fixtures/pattern-exceptions.ts'

const list = new URL('fixtures/checked-patterns.txt', import.meta.url)
const { patterns, unknown } = sourcePatterns()

test('every regular expression was checked for linear time', () => {
  const checked = new Set(readFileSync(list, 'utf8').split('\n'))
  const open = patterns.filter((pattern) => {
    const key = makeKey(pattern)
    return !checked.has(key) && exceptions[key] === undefined
  })
  assert.deepEqual(
    open.map(({ at }) => at),
    [],
    'Run "node scripts/check-patterns.ts": it checks these and writes test/fixtures/checked-patterns.txt.',
  )
})

test('every regular expression is built from constants', () => {
  assert.deepEqual(unknown, Object.keys(unknownExceptions))
})

test('no checked pattern is obsolete', () => {
  const keys = new Set(patterns.map(makeKey))
  assert.deepEqual(
    Object.keys(exceptions).filter((key) => !keys.has(key)),
    [],
  )
})
