import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { newId } from '#kernel/ids.ts'
import { createKeys } from './keys.ts'
import { createPlans } from './plans.ts'
import { createTeams } from './teams.ts'

test('plan and retention of a team can be changed separately', async () => {
  await using database = await testDatabase()
  const teams = createTeams({ database })
  const { id } = await teams.create({ name: 'a' })

  assert.equal((await teams.set(id, { plan: 'hobby' })).plan, 'hobby')
  const changed = await teams.set(id.toUpperCase(), { zeroDataRetention: 'forced' })

  assert.deepEqual([changed.plan, changed.zeroDataRetention], ['hobby', 'forced'])
  await assert.rejects(teams.set(id, { plan: 'none' }), { code: 'NOT_FOUND' })
  await assert.rejects(teams.set(newId(), {}), { code: 'NOT_FOUND' })
})

test('the named numbers of a plan change, and invalid ones are refused', async () => {
  await using database = await testDatabase()
  const plans = createPlans({ database })
  const before = (await plans.list()).find(({ name }) => name === 'hobby')

  const after = await plans.set('hobby', { concurrencyMax: 7, requestsPerMinute: { map: 3 } })

  assert.deepEqual(after, {
    ...before,
    concurrencyMax: 7,
    requestsPerMinute: { ...before?.requestsPerMinute, map: 3 },
  })
  const none = { requestsPerMinute: {} }
  for (const [changes, name] of [
    [{ ...none, concurrencyMax: 0 }, 'concurrencyMax'],
    [{ ...none, queuedJobsMax: -1 }, 'queuedJobsMax'],
    [{ ...none, creditsPerPeriod: 0.5 }, 'creditsPerPeriod'],
    [{ requestsPerMinute: { scrape: 0 } }, 'scrape'],
  ] as const) {
    await assert.rejects(plans.set('hobby', changes), {
      code: 'BAD_REQUEST',
      message: new RegExp(`^${name} must be a whole number`),
    })
  }
  await assert.rejects(plans.set('none', none), { code: 'NOT_FOUND' })
})

test('listed keys do not contain the secret', async () => {
  await using database = await testDatabase()
  const [team] = await createTeams({ database }).list()
  const { id: teamId } = team ?? (await createTeams({ database }).create({ name: 'a' }))
  const keys = createKeys({ database })
  const wanted = { teamId, name: 'second', allowedEndpoints: ['map'], allowedFormats: [] } as const
  const { id, key } = await keys.create(wanted)
  await keys.revoke(id)

  const row = (await keys.list(teamId)).find((listed) => listed.id === id)

  assert.deepEqual(
    [row?.name, row?.last4, row?.allowedEndpoints],
    ['second', key.slice(-4), ['map']],
  )
  assert.ok(row?.revokedAt)
  assert.ok(!JSON.stringify(row).includes(key.slice(3, -4)))
})
