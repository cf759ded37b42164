/** Passkeys, with the virtual authenticator of Chromium. */
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import type { Request } from 'playwright-core'
import { createAskConsole } from '#test/fixtures/ask-console.ts'
import { findInLooks, startConsoleBrowser } from '#test/fixtures/console-browser.ts'
import { setUpConsole } from '#test/fixtures/console-set-up.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { button } from '#test/fixtures/open-console.ts'
import { takePicture } from '#test/fixtures/take-picture.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const base = (await service.listen()).replace('127.0.0.1', 'localhost')
const browser = await startConsoleBrowser(base)
disposeAfterTests(service, browser)
const { page, complaints } = await setUpConsole({ base, service }, browser)
const debuggerOfPage = await page.context().newCDPSession(page)
await debuggerOfPage.send('WebAuthn.enable')
await debuggerOfPage.send('WebAuthn.addVirtualAuthenticator', {
  options: {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  },
})

/** What the page has sent to sign in with its passkey. */
const sent: Request[] = []
page.on('request', (request) => {
  if (request.url().endsWith('/session/passkey')) sent.push(request)
})

const signInByPasskey = () => button(page, 'Sign in with a passkey').click()

async function readCookie() {
  const cookies = await page.context().cookies()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

async function signOut() {
  await page.goto(`${base}/console/settings`)
  await page.getByLabel('Sign out').click()
  await page.getByRole('heading', { name: 'Sign in to Weir' }).waitFor()
}

const ask = createAskConsole(service, base)

interface Signed {
  readonly credential: { readonly id: string; readonly response: Readonly<Record<string, string>> }
}

test('without a passkey there is no button for one', async () => {
  await signOut()
  assert.equal(await button(page, 'Sign in with a passkey').count(), 0)
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await button(page, 'Sign in').first().click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
})

test('a passkey is added, signs in without a password, and is known for what it is', async () => {
  await page.getByLabel('Name of the passkey').fill('Laptop')
  await button(page, 'Add a passkey').click()
  await page.getByText(/never used/).waitFor()
  assert.deepEqual(await findInLooks(page, 'passkeys'), [])
  await takePicture(page, 'passkeys')
  await page.getByLabel('Name of the passkey').fill('Laptop again')
  await button(page, 'Add a passkey').click()
  await page.getByText('This device has a passkey for you already.').waitFor()
  await signOut()
  assert.deepEqual(await findInLooks(page, 'sign-in with a passkey'), [])
  await takePicture(page, 'sign-in-passkey')
  await signInByPasskey()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  await page.getByText(/^Used now/).waitFor()
})

test('what was signed once opens no second session, and nothing else than it says', async () => {
  const [request] = sent
  assert.ok(request)
  const body = request.postDataJSON() as Signed
  const { credential } = body
  for (const one of [credential, { ...credential, id: 'AAAA' }, { id: credential.id }])
    assert.equal((await ask('POST', '/session/passkey', { body: { credential: one } })).status, 401)
  // Neither is it one for adding a passkey.
  const add = { body: { name: 'Other', credential }, cookie: await readCookie() }
  assert.equal((await ask('POST', '/passkeys', add)).status, 400)
})

test('a challenge counts for five minutes, and for its own purpose', async () => {
  await signOut()
  for (const change of [
    `update passkey_challenges set expires_at = now()`,
    `update passkey_challenges set person_id = (select id from people)`,
  ]) {
    await page.route('**/session/passkey', async (route) => {
      await service.database.query(change, [])
      await route.continue()
    })
    await signInByPasskey()
    await page.getByText('did not succeed or took too long').waitFor()
    await page.unroute('**/session/passkey')
    await page.reload()
  }
})

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** Signs in as a device does whose key is stored; the flags say what it knows of its user. */
async function signInAs(
  key: KeyObject,
  {
    flags = 5,
    origin = base,
    host = 'localhost',
  }: { flags?: number; origin?: string; host?: string },
) {
  const { challenge } = (await ask('POST', '/session/passkey/options')).body.data
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }))
  const data = Buffer.concat([hash(host), Buffer.from([flags, 0, 0, 0, 0])])
  const signature = sign('sha256', Buffer.concat([data, hash(clientData)]), key)
  const [id, type] = ['b3du', 'public-key']
  const response = {
    clientDataJSON: clientData.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: signature.toString('base64url'),
  }
  const credential = { id, rawId: id, type, response, clientExtensionResults: {} }
  return (await ask('POST', '/session/passkey', { body: { credential } })).status
}

test('a device must have asked who uses it, at this address and for this host', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // A key of COSE (RFC 9052) in CBOR.
  const cose = [
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]
  await service.database.query(
    `insert into passkeys (id, person_id, name, public_key, counter, transports, created_at)
     select 'b3du', id, 'Own', $1, 0, '{}', now() from people`,
    [Buffer.concat(cose)],
  )
  assert.equal(await signInAs(privateKey, {}), 200)
  assert.equal(await signInAs(privateKey, { flags: 1 }), 401)
  assert.equal(await signInAs(privateKey, { origin: 'http://localhost:1' }), 401)
  assert.equal(await signInAs(privateKey, { host: 'weir.example' }), 401)
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  assert.equal(await signInAs(other.privateKey, {}), 401)
  await service.database.query(`delete from passkeys where name = 'Own'`, [])
})

test('a device whose count goes back was copied, and a disabled person stays out', async () => {
  await service.database.query('update passkeys set counter = 1000000', [])
  await signInByPasskey()
  await page.getByText('did not succeed').waitFor()
  await service.database.query('update passkeys set counter = 0', [])
  await service.database.query('update people set disabled_at = now()', [])
  await page.reload()
  await signInByPasskey()
  await page.getByText('This passkey is unknown here').waitFor()
  await service.database.query('update people set disabled_at = null', [])
})

test('it also confirms what needs the password again, and is removed', async () => {
  await page.reload()
  await signInByPasskey()
  await page.getByText(/^Used now/).waitFor()
  await service.database.query(
    `update console_sessions set confirmed_at = now() - interval '11 minutes'`,
    [],
  )
  await button(page, 'Remove the passkey Laptop').click()
  await page.getByText('Enter your password again').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText(/^Used now/).waitFor({ state: 'detached' })
  assert.equal((await service.database.query('select from passkeys', [])).length, 0)
  assert.deepEqual(complaints, [])
})
