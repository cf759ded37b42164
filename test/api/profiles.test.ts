import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Firecrawl, SdkError } from 'firecrawl'
import { startBrowsers } from '#test/fixtures/browsers.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

/** Long enough that no browser is used to get more text. */
const text = `<h2>${'There is something to read here. '.repeat(5)}</h2>`
/** Puts something into everything a browser remembers. */
const login = `<h1>Signed in</h1>${text}<script>
  localStorage.setItem('theme', 'dark')
  const opening = indexedDB.open('notes', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('notes').put('Weirs', 1)
  opening.onsuccess = () => document.body.append(document.createElement('hr'))</script>`
const browsers = await startBrowsers()
const service = await startService({ browsers })
const apiUrl = await service.listen()
const site = await startPages({
  '/in': { headers: { 'set-cookie': 'session=secret-canary; Path=/; HttpOnly' }, body: login },
  '/me': (request) => `<p id="said">Cookie: ${request.headers.cookie ?? 'none'}</p>${remember}`,
})
disposeAfterTests(browsers, service, site)

const remember = `${text}<script>
  said.append(', theme: ' + (localStorage.getItem('theme') ?? 'none'))
  const opening = indexedDB.open('notes', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('notes')
  opening.onsuccess = () => {
    const reading = opening.result.transaction('notes').objectStore('notes').get(1)
    reading.onsuccess = () => {
      said.append(', note: ' + (reading.result ?? 'none'))
      document.body.append(document.createElement('hr'))
    }
  }</script>`
/** Both pages append a rule when their scripts have ended. */
const actions = [{ type: 'wait' as const, selector: 'hr' }]

const client = (apiKey = firstKey) => new Firecrawl({ apiKey, apiUrl, maxRetries: 1 })

async function me(profile: object | undefined, key = firstKey): Promise<string> {
  const options = { onlyMainContent: false, actions, maxAge: 0, ...(profile && { profile }) }
  const { markdown } = await client(key).scrape(`${site.url}/me`, options as never)
  return /Cookie: .*/.exec(markdown ?? '')?.[0] ?? ''
}
const nothing = 'Cookie: none, theme: none, note: none'
const everything = 'Cookie: session=secret-canary, theme: dark, note: Weirs'

test('a profile keeps cookies, local storage and databases for its team only', async () => {
  await client().scrape(`${site.url}/in`, { actions, profile: { name: 'mine' } })
  assert.equal(await me({ name: 'mine' }), everything)
  assert.equal(await me({ name: 'other' }), nothing)
  assert.match(await me(undefined), /^Cookie: none, theme: none/)
  const stranger = await addTeam(service.database)
  assert.equal(await me({ name: 'mine' }, stranger.key), nothing)
})

test('without saveChanges a profile is not changed', async () => {
  await client().scrape(`${site.url}/in`, {
    actions,
    profile: { name: 'kept', saveChanges: false },
  })
  assert.equal(await me({ name: 'kept', saveChanges: false }), nothing)
})

test('a profile has one writer and any number of readers', async () => {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await using slow = await startSite((_request, response) => {
    asked.resolve()
    response.setHeader('set-cookie', 'session=written; Path=/; HttpOnly')
    response.setHeader('content-type', 'text/html')
    void released.promise.then(() => response.end(`<h1>Done</h1>${text}`))
  })
  const writing = client().scrape(slow.url, {
    profile: { name: 'busy' },
    waitFor: 1,
    timeout: 300_000,
  })
  await asked.promise
  await assert.rejects(me({ name: 'busy' }), (thrown) => {
    assert.ok(thrown instanceof SdkError)
    assert.deepEqual([thrown.status, thrown.code], [409, 'CONFLICT'])
    return thrown.message.startsWith('Another session is currently writing to this profile. ')
  })
  const reading = { name: 'busy', saveChanges: false }
  assert.deepEqual(await Promise.all([me(reading), me(reading)]), [nothing, nothing])
  released.resolve()
  await writing
  // Cookies do not depend on the port.
  assert.equal(await me({ name: 'busy' }), nothing.replace('none', 'session=written'))
})

test('a failed scrape leaves the profile unchanged', async () => {
  const actions = [{ type: 'click' as const, selector: 'p[' }]
  const failing = client().scrape(`${site.url}/in`, { profile: { name: 'failed' }, actions })
  await assert.rejects(failing, /SCRAPE_ACTION_ERROR|step 1, click/)
  assert.equal(await me({ name: 'failed' }), nothing)
})

test('profiles are encrypted in the database', async () => {
  await client().scrape(`${site.url}/in`, { actions, profile: { name: 'sealed' } })
  const [row] = await service.database.query<{ sealed: Buffer }>(
    "select sealed from profiles where name = 'sealed'",
  )
  assert.ok(row && !row.sealed.includes('secret-canary') && !row.sealed.includes('cookies'))
})

test('a profile is deleted by name and team, and not while it is being written', async () => {
  await client().scrape(`${site.url}/in`, { actions, profile: { name: 'old/er' } })
  const path = '/v2/browser/profiles/old%2Fer'
  const stranger = await addTeam(service.database)
  await service.ask('DELETE', path, { key: stranger.key })
  assert.equal(await me({ name: 'old/er', saveChanges: false }), everything)

  const writer =
    "update profiles set lease_owner = gen_random_uuid(), leased_until = now() + interval '1 minute'"
  await service.database.query(`${writer} where name = 'old/er'`)
  const refused = await service.ask('DELETE', path)
  assert.deepEqual([refused.status, refused.body.code], [409, 'CONFLICT'])
  assert.match(refused.body.error, /^A session is currently saving to this profile\. /)
  await service.database.query(
    `update profiles set leased_until = now() - interval '1 second' where name = 'old/er'`,
  )

  const removed = await service.ask('DELETE', path)
  assert.deepEqual([removed.status, removed.body], [200, { success: true }])
  assert.equal((await service.ask('DELETE', '/v2/interact/profiles/old%2Fer')).status, 200)
  assert.equal(await me({ name: 'old/er', saveChanges: false }), nothing)
  assert.equal((await service.ask('DELETE', `/v2/browser/profiles/${'x'.repeat(129)}`)).status, 400)
})
