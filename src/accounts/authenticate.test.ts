import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { createAuthenticate, hashOfKey } from './authenticate.ts'

test('a key opens its team with and without the prefix; anything else is refused', async () => {
  await using database = await testDatabase()
  const authenticate = createAuthenticate({ database })
  const [teamId, key] = [newId(), 'fc-0123456789abcdef0123456789abcdef']
  await database.query("insert into teams (id, name, plan) values ($1, 'a', 'standard')", [teamId])
  await database.query(
    "insert into api_keys (id, team_id, hash, last4, name) values ($1, $2, $3, 'cdef', 'k')",
    [newId(), teamId, hashOfKey(key)],
  )

  const account = await authenticate(`Bearer ${key}`)

  assert.equal(account.teamId, teamId)
  assert.equal(account.plan.requestsPerMinute.scrape, 500)
  assert.equal((await authenticate(`Bearer ${key.slice(3)}`)).keyId, account.keyId)
  for (const wrong of [
    undefined,
    '',
    key,
    `Basic ${key}`,
    'Bearer fc-ffffffffffffffffffffffffffff',
  ])
    await assert.rejects(authenticate(wrong), { code: 'UNAUTHORIZED' })
})
