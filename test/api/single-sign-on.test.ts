import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsoleBrowser } from '#test/fixtures/console-browser.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { createAskConsole } from '#test/fixtures/ask-console.ts'
import { startOidcProvider, type TestAccount } from '#test/fixtures/oidc-provider.ts'
import { startService } from '#test/service.ts'

const account = (sub: string, email: string, isConfirmed = true): TestAccount => ({
  sub,
  email,
  email_verified: isConfirmed,
  name: `${sub} of the provider`,
})
const provider = await startOidcProvider([
  account('ada', 'ada@example.org'),
  account('grace', 'grace@corp.example'),
  account('eve', 'eve@evil.example'),
  account('mallory', 'ada@example.org', false),
])
const service = await startService({
  env: {
    WEIR_OIDC_ISSUER: provider.issuer,
    WEIR_OIDC_CLIENT_ID: provider.clientId,
    WEIR_OIDC_CLIENT_SECRET: provider.clientSecret,
    WEIR_OIDC_NAME: 'Corp accounts',
    WEIR_OIDC_DOMAINS: 'Corp.example',
    WEIR_OIDC_ROLE: 'viewer',
  },
})
disposeAfterTests(service, provider)
const base = (await service.listen()).replace('127.0.0.1', 'localhost')
provider.serve(`${base}/console/signed-in`)
const ask = createAskConsole(service, base)

let browser: Awaited<ReturnType<typeof startConsoleBrowser>>
before(async () => {
  browser = await startConsoleBrowser(base)
  const person = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }
  await ask('POST', '/set-up', { body: { ...person, code: service.setUpCode } })
})
after(() => browser[Symbol.asyncDispose]())

/** Signs in at the provider from the page of the console. */
async function signInAs(sub: string, path = '/console'): Promise<Page> {
  const { page } = await browser.open()
  await page.goto(base + path)
  await page.getByRole('button', { name: 'Sign in with Corp accounts' }).click()
  await page.locator('input[name=login]').fill(sub)
  await page.locator('input[name=password]').fill('anything')
  await page.locator('button[type=submit]').click()
  // The provider asks for consent.
  await page.locator('button[type=submit]').click()
  await page.waitForURL(`${base}/console**`)
  return page
}

test('a person signs in with the account of the confirmed address, and goes on where they were', async () => {
  const page = await signInAs('ada', '/console/keys')
  await page.getByRole('heading', { name: 'API keys' }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/console/keys')
  assert.equal(new URL(page.url()).search, '')
  await page.context().close()
})

test('an address of a domain that may join becomes a person with the role of the setting', async () => {
  const page = await signInAs('grace')
  await page.getByText('grace of the provider').first().waitFor()
  const [member] = await service.database.query<{ role: string }>(
    `select m.role from people p join memberships m on m.person_id = p.id where p.email = $1`,
    ['grace@corp.example'],
  )
  assert.equal(member?.role, 'viewer')
  await page.context().close()
})

test('strangers, unconfirmed addresses and disabled people are refused with what to do', async () => {
  await service.database.query(
    `update people set disabled_at = now() where email = 'grace@corp.example'`,
    [],
  )
  for (const [sub, text] of [
    ['eve', /no person eve@evil\.example here/],
    ['mallory', /has not confirmed your e-mail address/],
    ['grace', /can no longer sign in/],
  ] as const) {
    const page = await signInAs(sub)
    await page.getByText(text).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Go to the console' }).count(), 1)
    await page.context().close()
  }
})

test('what the browser brings back must belong to its own start', async () => {
  const started = await ask('POST', '/session/open-id')
  const { flow, url } = started.body.data as { flow: string; url: string }
  const sent = new URL(url).searchParams
  assert.equal(sent.get('code_challenge_method'), 'S256')
  assert.ok(sent.get('state') && sent.get('nonce'))
  const finish = async (body: { flow: string; query: string }) =>
    (await ask('PUT', '/session/open-id', { body })).status
  assert.equal(await finish({ flow, query: '?code=guessed&state=other' }), 401)
  assert.equal(await finish({ flow, query: `?code=guessed&state=${sent.get('state')}` }), 401)
  assert.equal(await finish({ flow: 'invented', query: '?code=guessed&state=x' }), 401)
})
