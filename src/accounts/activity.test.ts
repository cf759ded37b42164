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
  const entry = { principal, endpoint: 'scrape', target: 'https://a.example/', succeeded: true }
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
