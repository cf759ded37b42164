import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createSeal } from '#storage/seal.ts'
import { testDatabase } from '#test/database.ts'
import { createActivity } from './activity.ts'

test('activity is listed newest first, page by page, for one team', async () => {
  await using database = await testDatabase()
  const activity = createActivity({ database, seal: createSeal(() => Buffer.alloc(32, 1)) })
  const teamId = newId()
  const ids = [newId(1), newId(2), newId(3)]
  const principal = { kind: 'session', id: newId() } as const
  const entry = {
    principal,
    endpoint: 'scrape',
    target: 'https://a.example/',
    succeeded: true,
    durationMs: 5,
    credits: 1,
  }
  for (const id of ids) await activity.record({ ...entry, id, teamId })
  await activity.record({ ...entry, id: newId(), teamId: newId() })

  const question = { teamId, endpoint: undefined, limit: 2 }
  const first = await activity.list({ ...question, after: undefined })
  const second = await activity.list({ ...question, after: first.at(-1) })

  assert.deepEqual(
    [...first, ...second].map(({ id }) => id),
    ids.toReversed(),
  )
  assert.deepEqual(await activity.list({ ...question, endpoint: 'crawl', after: undefined }), [])
  assert.ok((await activity.mostRecentSuccess(teamId)) instanceof Date)
})

test('an operation is listed with its outcome, and shown with what was sent', async () => {
  await using database = await testDatabase()
  const activity = createActivity({ database, seal: createSeal(() => Buffer.alloc(32, 1)) })
  const teamId = newId()
  const shared = {
    teamId,
    principal: { kind: 'session', id: newId() } as const,
    endpoint: 'scrape',
    durationMs: 1_840,
    credits: 5,
  }
  const sent = { method: 'POST', path: '/v2/scrape', body: { url: 'https://a.example/' } }
  const failed = { ...shared, id: newId(), target: 'https://a.example/', sent, succeeded: false }
  await activity.record({ ...failed, code: 'SCRAPE_TIMEOUT', message: 'The page took too long.' })
  await activity.record({ ...shared, id: newId(), target: null, succeeded: true })

  const question = { teamId, endpoint: undefined, after: undefined, limit: 5, isFailedOnly: true }
  const [row, ...others] = await activity.list(question)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [row?.code, row?.message, row?.durationMs, row?.credits],
    ['SCRAPE_TIMEOUT', 'The page took too long.', 1_840, 5],
  )
  assert.deepEqual((await activity.detail(failed.id, teamId))?.sent, sent)
  assert.equal(await activity.detail(failed.id, newId()), undefined)
})
