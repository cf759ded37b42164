import assert from 'node:assert/strict'
import { test } from 'node:test'
import { send } from '#test/fixtures/ask.ts'
import { firstKey, startService } from '#test/service.ts'

const adminKey = 'an admin key of more than 32 characters'

interface Reply<Data> {
  readonly success: boolean
  readonly error?: string
  readonly code?: string
  readonly data: Data
}

interface Team {
  readonly id: string
  readonly name: string
  readonly plan: string
  readonly safeMode: boolean
  readonly credits?: number
}

test('a program of the operator makes a team with a key, limits it, pays it and deletes it', async () => {
  await using service = await startService({ env: { WEIR_ADMIN_KEY: adminKey } })
  const url = await service.listen()
  const admin = { url, key: adminKey }

  const made = await send<Reply<Team>>(admin, 'POST /admin/teams', {
    body: { name: 'Shop', plan: 'hobby' },
  })
  const { id } = made.body.data
  assert.deepEqual([made.status, made.body.data.plan], [200, 'hobby'])
  const path = `/admin/teams/${id}` as const
  const { body: created } = await send<Reply<{ id: string; key: string }>>(
    admin,
    `POST ${path}/keys`,
    { body: { name: 'first' } },
  )
  const team = { url, key: created.data.key }
  assert.equal((await send(team, 'GET /v2/team/credit-usage')).status, 200)

  const before = await send<Reply<Team>>(admin, `GET ${path}`)
  const paid = await send<Reply<{ credits: number }>>(admin, `POST ${path}/credits`, {
    body: { amount: 25, note: 'an invoice' },
  })
  assert.equal(paid.body.data.credits, (before.body.data.credits ?? 0) + 25)
  const changed = await send<Reply<Team>>(admin, `PATCH ${path}`, { body: { safeMode: true } })
  assert.deepEqual([changed.body.data.name, changed.body.data.safeMode], ['Shop', true])
  const plan = await send<Reply<{ concurrencyMax: number }>>(admin, 'PATCH /admin/plans/hobby', {
    body: { concurrencyMax: 3 },
  })
  assert.equal(plan.body.data.concurrencyMax, 3)

  assert.equal((await send(admin, `DELETE /admin/keys/${created.data.id}`)).status, 200)
  const keys = await send<Reply<{ revokedAt: string | null }[]>>(admin, `GET ${path}/keys`)
  assert.equal(typeof keys.body.data[0]?.revokedAt, 'string')
  assert.equal((await send(admin, `DELETE ${path}`)).status, 200)
  assert.equal((await send(admin, `GET ${path}`)).status, 404)
  const teams = await send<Reply<Team[]>>(admin, 'GET /admin/teams')
  assert.ok(!teams.body.data.some((one) => one.id === id))

  interface Entry {
    readonly id: string
    readonly teamId: string | null
    readonly actor: string
    readonly action: string
    readonly subject: string
  }
  const { body: log } = await send<Reply<Entry[]>>(admin, 'GET /admin/log')
  assert.deepEqual(
    log.data.map(({ teamId, action, subject }) => [teamId === id, action, subject]),
    [
      [true, 'deleted the team', 'Shop'],
      [true, 'revoked a key', 'first'],
      [false, 'changed a plan', 'hobby: {"concurrencyMax":3,"requestsPerMinute":{}}'],
      [true, 'changed the team', '{"safeMode":true}'],
      [true, 'granted credits', '25: an invoice'],
      [true, 'created a key', 'first'],
      [true, 'created the team', 'Shop'],
    ],
  )
  const third = log.data[2]
  const { body: rest } = await send<Reply<Entry[]>>(
    admin,
    `GET /admin/log?limit=2&before=${third?.id ?? ''}`,
  )
  assert.deepEqual(
    rest.data.map(({ action }) => action),
    ['changed the team', 'granted credits'],
  )
})

test('other keys are refused', async () => {
  await using service = await startService({ env: { WEIR_ADMIN_KEY: adminKey } })
  const url = await service.listen()
  for (const key of [firstKey, `${adminKey}!`, '']) {
    const { status } = await send({ url, key }, 'GET /admin/teams')
    assert.equal(status, 401, key)
  }
  assert.equal((await send({ url, key: adminKey }, 'GET /admin/teams')).status, 200)
})

test('wrong members and numbers are refused, and change nothing', async () => {
  await using service = await startService({ env: { WEIR_ADMIN_KEY: adminKey } })
  const admin = { url: await service.listen(), key: adminKey }
  const { body } = await send<Reply<Team[]>>(admin, 'GET /admin/teams')
  const path = `/admin/teams/${body.data[0]?.id ?? ''}` as const
  const refused = [
    [`PATCH ${path}`, { allowedAddresses: ['example.org'] }, 400],
    [`PATCH ${path}`, { plan: 'none' }, 404],
    [`PATCH ${path}`, { paln: 'hobby' }, 400],
    [`POST ${path}/credits`, { amount: 0 }, 400],
    [`POST ${path}/keys`, { name: 'a', allowedFormats: ['none'] }, 400],
    ['POST /admin/teams', {}, 400],
    ['PATCH /admin/plans/none', { concurrencyMax: 1 }, 404],
    [`DELETE ${path}`, undefined, 409],
  ] as const
  for (const [target, sent, status] of refused) {
    const answer = await send<Reply<unknown>>(admin, target, { body: sent })
    assert.equal(answer.status, status, `${target} ${answer.text}`)
  }
  assert.deepEqual((await send<Reply<[]>>(admin, 'GET /admin/log')).body.data, [])
})

test('without the setting there is no administration', async () => {
  await using service = await startService()
  const url = await service.listen()
  assert.equal((await send({ url, key: firstKey }, 'GET /admin/teams')).status, 404)
})
