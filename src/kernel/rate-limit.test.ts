import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRateLimit } from './rate-limit.ts'

function limited(options: { readonly namesMax?: number } = {}) {
  const clock = { ms: 0 }
  const limit = createRateLimit({ everyMs: 100, burst: 3, now: () => clock.ms, ...options })
  const use = (name: string) => {
    if (limit.waitMs(name) > 0) return false
    limit.take(name)
    return true
  }
  return { clock, limit, use }
}

test('a burst passes at once, then one after the other', () => {
  const { clock, limit, use } = limited()
  assert.deepEqual(
    [1, 2, 3, 4].map(() => use('a')),
    [true, true, true, false],
  )
  assert.equal(limit.waitMs('a'), 100)
  assert.equal(use('b'), true)
  clock.ms = 100
  assert.deepEqual([use('a'), use('a')], [true, false])
  limit.giveBack('a')
  assert.equal(use('a'), true)
})

test('many other names do not reset a name that is in use', () => {
  const { use } = limited({ namesMax: 10 })
  for (const _ of [1, 2, 3]) use('a')
  for (let index = 0; index < 1_000; index += 1) {
    assert.equal(use('a'), false)
    use(`other-${index}`)
  }
})
