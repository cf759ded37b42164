import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { createFeedbackSweep } from './feedback-sweep.ts'

const now = new Date('2026-11-22T10:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

test('ratings are deleted after their days, and never while they prevent a second refund', async () => {
  await using database = await testDatabase()
  for (const days of [1, 59, 61, 364, 366]) {
    await database.query(
      `insert into feedback (id, team_id, job_id, endpoint, rating, sealed, credits_refunded, created_at)
       values ($1, $2, $3, 'search', 'good', $4, 1, $5)`,
      [newId(), newId(), newId(), String(days), daysAgo(days)],
    )
  }
  const kept = async () => {
    const rows = await database.query<{ days: string }>(
      'select sealed as days from feedback order by created_at desc',
    )
    return rows.map(({ days }) => Number(days))
  }
  await stopTime(database, now.getTime())
  await createFeedbackSweep({ database, ratedDays: 30, keptDays: 365 }).sweep()
  assert.deepEqual(await kept(), [1, 59, 61, 364])
  await createFeedbackSweep({ database, ratedDays: 30, keptDays: 1 }).sweep()
  assert.deepEqual(await kept(), [1, 59])
})
