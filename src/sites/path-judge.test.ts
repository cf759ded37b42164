import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerUntil } from '#test/fixtures/caller.ts'
import { createPathJudge } from './path-judge.ts'
import { acceptedPaths } from './path-patterns.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const options = {
  includePaths: ['/a+$', '\\pL{500}'],
  excludePaths: ['^/b', '(([a-z]/?)*x)*$'],
  regexOnFullURL: false,
}

test('long URLs are matched in a thread with the same result', async () => {
  await using judge = createPathJudge({ log })
  const urls = ['/a', '/b/a', `/${'äö'.repeat(1_000)}`, '/c'].flatMap((path) =>
    ['', '?b', '?c'].map((query) => `https://example.com${path}${query}`),
  )
  const caller = callerUntil(new AbortController().signal)
  assert.deepEqual(await judge.accepted(options, urls, caller), acceptedPaths(options, urls))
})
