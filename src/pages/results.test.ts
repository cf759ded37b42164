import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createSeal } from '#storage/seal.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createResults } from './results.ts'

test('stored scrapes are deleted after 24 hours, and not before', async () => {
  await using database = await testDatabase()
  const { teamId } = await addTeam(database)
  const { pass } = await stopTime(database)
  const results = createResults({
    database,
    seal: createSeal(() => Buffer.alloc(32, 1)),
    activity: { find: async () => undefined },
  })
  const save = () => results.save({ id: newId(), teamId, document: Buffer.from('x') }, database)
  const count = async () => (await database.query('select 1 from scrapes')).length

  await save()
  await pass(24 * 3_600_000 - 1)
  await save()
  await results.sweep()
  assert.equal(await count(), 2)
  await pass(1)
  await results.sweep()
  assert.equal(await count(), 1)
})

test('a scrape of which the activity alone is left cannot be replayed, an unknown one is not found', async () => {
  await using database = await testDatabase()
  const { teamId } = await addTeam(database)
  const kept = newId()
  const activity = {
    find: async (id: string) =>
      id === kept
        ? { endpoint: 'scrape', succeeded: true, zeroDataRetention: true, createdAt: new Date() }
        : undefined,
  }
  const results = createResults({ database, seal: createSeal(() => Buffer.alloc(32, 1)), activity })
  const call = { account: { teamId, principal: { kind: 'key', keyId: newId() } } } as never
  await assert.rejects(results.readReplay(kept, call), { code: 'CONFLICT' })
  await assert.rejects(results.readReplay(newId(), call), { code: 'NOT_FOUND' })
})
