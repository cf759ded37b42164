import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { createAuthenticate, hashOfKey } from './authenticate.ts'

const address = '192.0.2.1'

test('a key authenticates its team with and without the prefix; other values are refused', async () => {
  await using database = await testDatabase()
  const authenticate = createAuthenticate({ database })
  const [teamId, key] = [newId(), 'fc-0123456789abcdef0123456789abcdef']
  await database.query("insert into teams (id, name, plan) values ($1, 'a', 'standard')", [teamId])
  await database.query(
    "insert into api_keys (id, team_id, hash, last4, name) values ($1, $2, $3, 'cdef', 'k')",
    [newId(), teamId, hashOfKey(key)],
  )

  const account = await authenticate(`Bearer ${key}`, address)

  assert.equal(account.teamId, teamId)
  assert.equal(account.plan.requestsPerMinute.scrape, 500)
  assert.deepEqual(
    (await authenticate(`Bearer ${key.slice(3)}`, address)).principal,
    account.principal,
  )
  for (const wrong of [
    undefined,
    '',
    key,
    `Basic ${key}`,
    'Bearer fc-ffffffffffffffffffffffffffff',
  ])
    await assert.rejects(authenticate(wrong, address), { code: 'UNAUTHORIZED' })
})

const wrong = (index: number) => `Bearer fc-${String(index).padStart(32, '0')}`

/** Sends unknown keys, all at once: they are remembered for seconds only. */
const failTimes = (authenticate: ReturnType<typeof createAuthenticate>, times: number) =>
  Promise.all(
    Array.from({ length: times }, (_, index) =>
      assert.rejects(authenticate(wrong(index), address), { code: 'UNAUTHORIZED' }),
    ),
  )

test('many unknown keys throttle their address, but not known keys and other addresses', async () => {
  await using database = await testDatabase()
  const { key } = await addTeam(database)
  let lookups = 0
  // Unknown keys are remembered for seconds: a busy database must not take longer for all of them.
  const authenticate = createAuthenticate({
    database: {
      ...database,
      query: async (text, values) => {
        if (!Buffer.isBuffer(values?.[0])) return database.query(text, values)
        lookups += 1
        return hashOfKey(key).equals(values[0]) ? database.query(text, values) : []
      },
    },
  })
  await authenticate(`Bearer ${key}`, address)

  await failTimes(authenticate, 100)
  const before = lookups
  for (let index = 0; index < 50; index += 1) {
    await assert.rejects(authenticate(wrong(index), address), { code: 'UNAUTHORIZED' })
    await assert.rejects(authenticate(wrong(200 + index), address), { code: 'RATE_LIMIT_EXCEEDED' })
  }

  assert.equal(lookups, before)
  await authenticate(`Bearer ${key}`, address)
  await assert.rejects(authenticate(wrong(300), '192.0.2.2'), { code: 'UNAUTHORIZED' })
})

test('unknown keys of an address count together in all processes', async () => {
  await using database = await testDatabase()
  const processes = [createAuthenticate({ database }), createAuthenticate({ database })] as const
  await failTimes(processes[0], 100)

  // Its first unknown key tells a process that there were too many.
  await assert.rejects(processes[1](wrong(200), address), { code: 'UNAUTHORIZED' })

  await assert.rejects(processes[1](wrong(201), address), { code: 'RATE_LIMIT_EXCEEDED' })
  await assert.rejects(processes[1](wrong(201), '192.0.2.2'), { code: 'UNAUTHORIZED' })
})
