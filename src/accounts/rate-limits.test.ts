import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { ServiceError } from '#kernel/errors.ts'
import { testDatabase } from '#test/database.ts'
import { createRateLimits } from './rate-limits.ts'

test('of 60 concurrent requests exactly the 20 allowed pass, and another team is not affected', async () => {
  await using database = await testDatabase()
  const limits = createRateLimits({ database })
  const team = newId()

  const takes = await Promise.allSettled(
    Array.from({ length: 60 }, () => limits.take(team, 'scrape', 20)),
  )

  const refused = takes.filter((take) => take.status === 'rejected')
  assert.equal(refused.length, 40)
  for (const { reason } of refused) {
    assert.ok(reason instanceof ServiceError && reason.code === 'RATE_LIMIT_EXCEEDED')
    assert.ok((reason.retryAfterSeconds ?? 0) >= 1 && (reason.retryAfterSeconds ?? 99) <= 60)
  }
  assert.equal((await limits.take(newId(), 'scrape', 20)).remaining, 19)
})
