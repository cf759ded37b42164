import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCredits } from '#credits/create-credits.ts'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { account } from '#test/fixtures/edge.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createSessionStore } from './session-store.ts'

test('a session whose process has ended before its browser started is free and keeps no credits', async () => {
  await using database = await testDatabase()
  const credits = createCredits({ database })
  const activity = { record: async () => {} }
  const store = createSessionStore({ database, credits, activity, owner: newId(), log: silentLog })
  const { teamId } = await addTeam(database)
  const reserved = () =>
    database.query('select from credit_reservations where team_id = $1', [teamId])
  const session = {
    id: newId(),
    ttlSeconds: 600,
    activityTtlSeconds: 300,
    streamWebView: false,
    isRecorded: false,
    isWatched: false,
  }
  await store.add(session, {
    account: { ...account, teamId },
    operationId: newId(),
    requestId: newId(),
    signal: new AbortController().signal,
  })
  assert.equal((await reserved()).length, 1)
  await database.query(`update browser_sessions set leased_until = now() - interval '1 second'`)

  assert.equal(await store.endLost(), true)

  assert.equal((await reserved()).length, 0)
  assert.equal(await credits.balance(teamId), 1_000)
})
