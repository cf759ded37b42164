import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import { createAuthenticate } from './authenticate.ts'
import { bootstrap } from './bootstrap.ts'
import { createKeys } from './keys.ts'
import { createTeams } from './teams.ts'

test('concurrent starts create one first team and one key, shown once', async () => {
  await using database = await testDatabase()

  const keys = await Promise.all(Array.from({ length: 5 }, () => bootstrap({ database })))

  const [key, ...more] = keys.filter((it) => it !== undefined)
  assert.match(key ?? '', /^fc-[0-9a-f]{32}$/)
  assert.deepEqual(more, [])
  assert.equal((await createTeams({ database }).list()).length, 1)
  assert.equal(
    (await createAuthenticate({ database })(`Bearer ${key}`, '192.0.2.1')).plan.name,
    'self-hosted',
  )
})

test('a fixed key is valid until another replaces it', async () => {
  await using database = await testDatabase()
  const [first, second] = ['a-key-of-my-own-choice', 'another-key-of-my-own']

  await bootstrap({ database, apiKey: first })
  await createAuthenticate({ database })(`Bearer ${first}`, '192.0.2.1')
  await bootstrap({ database, apiKey: second })

  await createAuthenticate({ database })(`Bearer ${second}`, '192.0.2.1')
  await assert.rejects(createAuthenticate({ database })(`Bearer ${first}`, '192.0.2.1'), {
    code: 'UNAUTHORIZED',
  })
})

test('a random key that was fixed later also ends when another replaces it', async () => {
  await using database = await testDatabase()
  const random = (await bootstrap({ database })) ?? ''

  await bootstrap({ database, apiKey: random })
  await bootstrap({ database, apiKey: 'another-key-of-my-own' })

  await assert.rejects(createAuthenticate({ database })(`Bearer ${random}`, '192.0.2.1'), {
    code: 'UNAUTHORIZED',
  })
})

test('a key has its restrictions, and is refused once it is revoked', async () => {
  await using database = await testDatabase()
  const { id: teamId } = await createTeams({ database }).create({ name: 'a' })
  const keys = createKeys({ database })
  const made = await keys.create({
    teamId,
    name: 'k',
    allowedEndpoints: ['scrape'],
    allowedFormats: ['markdown'],
  })
  const account = await createAuthenticate({ database })(`Bearer ${made.key}`, '192.0.2.1')

  await keys.revoke(made.id)

  assert.deepEqual(account.allowedEndpoints, ['scrape'])
  assert.deepEqual(account.allowedFormats, ['markdown'])
  await assert.rejects(createAuthenticate({ database })(`Bearer ${made.key}`, '192.0.2.1'), {
    code: 'UNAUTHORIZED',
  })
  await assert.rejects(keys.revoke('nobody'), { code: 'NOT_FOUND' })
})
