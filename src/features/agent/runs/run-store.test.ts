import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createSeal } from '#storage/seal.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import type { RunKind, RunRequest } from './run.ts'
import { createRunStore } from './run-store.ts'

test('a run that cannot be decrypted is left out of lists, and does not end them', async () => {
  await using database = await testDatabase()
  const time = await stopTime(database)
  const seal = createSeal(() => Buffer.alloc(32, 1))
  const store = createRunStore({ database, seal, log: silentLog })
  const teamId = newId()
  const threadId = newId()
  const request = {} as RunRequest
  const add = async (turn: number, kind: RunKind = 'agent') => {
    const id = newId()
    const thread = { id: threadId, turn }
    await time.pass(1)
    await store.add({ id, teamId, kind, request, thread }, database)
    await database.query(`update agent_runs set state = 'succeeded' where id = $1`, [id])
    return id
  }
  const makeUnreadable = (id: string) =>
    database.query(`update agent_runs set request = 'AAAA' where id = $1`, [id])
  const first = await add(1)
  const unreadable = await add(2)
  const last = await add(3)
  await makeUnreadable(unreadable)

  const newest = await store.list(teamId, { before: undefined, countMax: 2 })
  assert.deepEqual(
    newest.runs.map(({ id }) => id),
    [last],
  )
  const older = await store.list(teamId, { before: newest.moreBefore, countMax: 2 })
  assert.deepEqual([older.runs.map(({ id }) => id), older.moreBefore], [[first], undefined])
  const turns = await store.ofThread(threadId, teamId)
  assert.deepEqual(
    turns.map(({ threadTurn }) => threadTurn),
    [1, 3],
  )

  // One of another kind does not exist, readable or not. An unhandled rejection would fail this test.
  const extract = await add(4, 'extract')
  await makeUnreadable(extract)
  assert.equal(await store.find({ id: extract, teamId, kind: 'agent' }), undefined)
  await assert.rejects(store.find({ id: extract, teamId }), { code: 'UNKNOWN_ERROR' })
})
