import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { findStepNow, makeCode } from '#accounts/totp.ts'
import { createAskConsole } from '#test/fixtures/ask-console.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { readBase32 } from '#test/fixtures/base32.ts'
import { startService } from '#test/service.ts'

const service = await startService()
disposeAfterTests(service)
const ask = createAskConsole(service)
const email = 'ada@example.org'
const password = 'correct horse battery'
let cookie = ''

before(async () => {
  const person = { email, name: 'Ada', password, code: service.setUpCode }
  cookie = (await ask('POST', '/set-up', { body: person })).cookie
})

/** The code of an app; the next one is taken already, for clocks that differ. */
const codeOf = (secret: string, later: 0 | 1 = 0) =>
  makeCode(readBase32(secret), findStepNow(new Date()) + later)
const signIn = (more: object = {}, address?: string) =>
  ask('POST', '/session', { body: { email, password, ...more }, ...(address && { address }) })

/** Switches codes on and returns the secret and the recovery codes. */
async function switchOn() {
  const { body: prepared } = await ask('POST', '/second-factor', { cookie })
  const { secret, url } = prepared.data as { secret: string; url: string }
  assert.ok(url.startsWith('otpauth://totp/') && url.endsWith(secret))
  const confirmed = await ask('PUT', '/second-factor', { cookie, body: { code: codeOf(secret) } })
  assert.equal(confirmed.status, 200)
  cookie = confirmed.cookie
  return { secret, recovery: confirmed.body.data as readonly string[] }
}

test('a sign-in needs the code of the app, each once; recovery codes serve, each once', async () => {
  const { secret, recovery } = await switchOn()
  const without = await signIn()
  assert.deepEqual([without.status, without.body.reason], [401, 'code_needed'])
  const code = codeOf(secret, 1)
  assert.equal((await signIn({ code })).status, 200)
  const again = await signIn({ code })
  assert.deepEqual([again.status, again.body.reason], [401, 'code_needed'])
  assert.equal(recovery.length, 10)
  const [first = ''] = recovery
  assert.equal((await signIn({ code: first.toUpperCase() })).status, 200)
  assert.equal((await signIn({ code: first })).status, 401)
  // Without the password a code is not even looked at.
  const [, second = ''] = recovery
  const wrong = await ask('POST', '/session', {
    body: { email, password: 'wrong', code: second },
  })
  assert.deepEqual([wrong.status, wrong.body.reason], [401, undefined])
  assert.equal((await signIn({ code: second })).status, 200)
  const { body } = await ask('GET', '/second-factor', { cookie })
  assert.deepEqual(body.data, { recoveryLeft: 8 })
})

test('sessions from before end when codes are switched on, and the secret is encrypted', async () => {
  const [row] = await service.database.query<{ secret: string }>(
    'select secret from second_factors',
    [],
  )
  assert.ok(row && row.secret.length > 40 && !/^[0-9a-f]+$|secret/.test(row.secret))
  const { body } = await ask('GET', '/sessions', { cookie })
  assert.ok(body.data.length > 0)
  const second = await ask('POST', '/second-factor', { cookie })
  assert.deepEqual([second.status, second.body.code], [409, 'CONFLICT'])
})

test('a link for a new password opens no session without the code', async () => {
  const [person] = await service.database.query<{ id: string }>('select id from people', [])
  const made = await ask('POST', `/people/${person?.id}/reset`, { cookie })
  const token = new URL(made.body.data.link).hash.slice(1)
  const used = await ask('POST', '/link/use', { body: { token, password } })
  assert.deepEqual([used.status, used.cookie], [200, ''])
})

test('codes are guessed at a few times from a network, also with the right password', async () => {
  const address = '127.0.3.1'
  const statuses: number[] = []
  for (let n = 0; n < 8; n++) statuses.push((await signIn({ code: '000000' }, address)).status)
  assert.equal(statuses[0], 401)
  assert.equal(statuses.at(-1), 429)
})

test('codes are switched off with the password and a code', async () => {
  const { database } = service
  await database.query('update second_factors set last_step = 0', [])
  const { secret } = await readSecret()
  const signedIn = await signIn({ code: codeOf(secret) })
  assert.equal(signedIn.status, 200)
  cookie = signedIn.cookie
  const wrong = await ask('POST', '/second-factor/off', { cookie, body: { code: '000000' } })
  assert.equal(wrong.status, 401)
  const renewed = await ask('POST', '/second-factor/recovery', {
    cookie,
    body: { code: codeOf(secret, 1) },
  })
  const [code = ''] = renewed.body.data as readonly string[]
  assert.equal((await ask('POST', '/second-factor/off', { cookie, body: { code } })).status, 200)
  assert.equal((await signIn()).status, 200)
})

/** The secret of the app from before, by switching it off and on. */
async function readSecret() {
  const [person] = await service.database.query<{ id: string }>('select id from people', [])
  await service.database.query('delete from second_factors where person_id = $1', [
    person?.id ?? null,
  ])
  cookie = (await signIn()).cookie
  const made = await switchOn()
  await service.database.query('update second_factors set last_step = 0', [])
  return made
}
