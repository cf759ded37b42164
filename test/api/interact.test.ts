import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Firecrawl } from 'firecrawl'
import { chromium } from 'playwright-core'
import { missingForGroups } from '#interact/box/groups.ts'
import { missingForBoxes } from '#interact/box/probe.ts'
import { missingFor } from '#interact/languages.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { preparePythonSdk, runPython } from '#test/fixtures/python-package.ts'
import { countCredits } from '#test/fixtures/session-cost.ts'
import { sessionFolders } from '#test/fixtures/session-leftovers.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const missing = await missingForBoxes()
const skip = missing === undefined ? false : `skipped: ${missing}`

const service = await startService({ env: { WEIR_BROWSER_PAGES_MAX: '1' } })
const url = await service.listen()
disposeAfterTests(service)

type Ask = Parameters<typeof service.ask>[2]
const post = (path: string, body: object = {}, ask: Ask = {}) =>
  service.ask('POST', path, { body, ...ask })
const create = async (body: object = {}): Promise<string> => {
  const { status, body: created } = await post('/v2/interact', body)
  assert.equal(status, 200, JSON.stringify(created))
  return String(created.id)
}
const run = async (id: string, code: string, others: object = {}) =>
  (await post(`/v2/interact/${id}/execute`, { code, ...others })).body

const folderCount = () => sessionFolders(process.pid).length

test('programs in node and bash share the page of a session', { skip }, async () => {
  await using site = await startSite((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Shop</title><button>Buy</button>')
  })
  const id = await create()
  const bash = { language: 'bash', timeout: 120 }
  assert.equal((await run(id, 'echo kept > note', bash)).exitCode, 0)
  const opened = await run(
    id,
    `import { readFileSync } from 'node:fs'
     await page.goto(${JSON.stringify(site.url)}); readFileSync('note', 'utf8') + await page.title()`,
  )
  assert.deepEqual(
    [opened.success, opened.result, opened.exitCode, opened.killed],
    [true, 'kept\nShop', 0, false],
  )
  const shown = await run(id, 'agent-browser snapshot -i', bash)
  assert.match(shown.stdout, /^- button "Buy" \[ref=e\d+\]\n$/)
  const failed = await run(id, `console.log('so far'); throw new Error('no')`)
  assert.deepEqual([failed.success, failed.exitCode, failed.stdout], [true, 1, 'so far\n'])
  assert.match(failed.error, /Error: no/)
  const late = await run(id, 'for (;;);', { timeout: 1 })
  assert.deepEqual([late.killed, late.error], [true, 'It ran longer than its timeout.'])
  const python = await post(`/v2/interact/${id}/execute`, { code: '1', language: 'python' })
  assert.equal(python.status, missingFor('python') === undefined ? 200 : 503)
  await service.ask('DELETE', `/v2/interact/${id}`)
})

test('the replies to a session name a limit that is kept by watching only', { skip }, async () => {
  const { body: created } = await post('/v2/interact')
  const { body: found } = await service.ask('GET', `/v2/interact/${created.id}`)
  await service.ask('DELETE', `/v2/interact/${created.id}`)
  const watched = missingForGroups() === undefined ? undefined : ['memory']
  assert.deepEqual([created.watchedLimits, found.watchedLimits], [watched, watched])
})

test(
  'a session costs two credits per minute, once, and leaves nothing behind',
  { skip },
  async () => {
    const { body: before } = await service.ask('GET', '/v2/team/credit-usage')
    const folders = folderCount()
    const id = await create()
    const { body: active } = await service.ask('GET', '/v2/interact?status=active')
    assert.deepEqual(
      active.sessions.map((session: { id: string }) => session.id),
      [id],
    )
    const ended = await service.ask('DELETE', `/v2/browser/${id}`)
    const cost = countCredits(ended.body, 2)
    assert.deepEqual([ended.body.status, ended.body.creditsBilled], ['destroyed', cost])
    const again = await service.ask('DELETE', `/v2/interact/${id}`)
    assert.deepEqual([again.status, again.body], [200, ended.body])
    assert.equal((await post(`/v2/interact/${id}/execute`, { code: '1' })).status, 410)
    const { body: after } = await service.ask('GET', '/v2/team/credit-usage')
    assert.equal(before.data.remainingCredits - after.data.remainingCredits, cost)
    const { body: activity } = await service.ask('GET', '/v2/team/activity?endpoint=interact')
    assert.ok(activity.data.some((entry: { id: string }) => entry.id === id))
    assert.equal(folderCount(), folders)
  },
)

test(
  'cdpUrl connects Playwright until the session ends, and only with its token',
  { skip },
  async () => {
    const { body } = await post('/v2/interact')
    const cdpUrl = String(body.cdpUrl).replace(/^ws:\/\/[^/]+/, url.replace(/^http/, 'ws'))
    const browser = await chromium.connectOverCDP(cdpUrl)
    const [page] = browser.contexts()[0]?.pages() ?? []
    await page?.setContent('<title>Shared</title>')
    assert.equal((await run(body.id, 'await page.title()')).result, 'Shared')
    await assert.rejects(
      chromium.connectOverCDP(cdpUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))),
      /404/,
    )
    await service.ask('DELETE', `/v2/interact/${body.id}`)
    await assert.rejects(chromium.connectOverCDP(cdpUrl), /404/)
  },
)

test('the JavaScript program of the guide prints the title and the cost', { skip }, async () => {
  await using site = await startSite((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Example</title>')
  })
  const guide = join(import.meta.dirname, '../../docs/guides/browser-sessions.md')
  const [, program = ''] = /```js\n(.*?)```/s.exec(readFileSync(guide, 'utf8')) ?? []
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { env: { WEIR_URL: url, WEIR_KEY: firstKey, TARGET: site.url } },
  )
  assert.match(stdout, /^Example\n\d+ credits\n$/)
})

test('the public SDK creates, uses, lists and ends a session', { skip }, async () => {
  const sdk = new Firecrawl({ apiKey: firstKey, apiUrl: url })
  const { id, cdpUrl } = await sdk.browser({ ttl: 600 })
  assert.match(String(cdpUrl), /^ws:/)
  const { result } = await sdk.browserExecute(String(id), { code: 'echo from bash' })
  assert.equal(result, 'from bash')
  const { sessions } = await sdk.listBrowsers({ status: 'active' })
  assert.deepEqual(
    sessions?.map((session) => session.id),
    [id],
  )
  assert.equal((await sdk.deleteBrowser(String(id))).success, true)
})

const python = `
import json, os
from firecrawl import Firecrawl
client = Firecrawl(api_key=os.environ["API_KEY"], api_url=os.environ["API_URL"])
made = client.browser(ttl=600, activity_ttl=300, stream_web_view=False, profile={"name": "py"})
echoed = client.browser_execute(made.id, "echo from bash")
titled = client.browser_execute(made.id, "await page.title()", language="node", timeout=60)
ended = client.delete_browser(made.id)
scrape = client.scrape(os.environ["TARGET"]).metadata.scrape_id
bound = client.interact(scrape, "await page.title()", timeout=60)
stopped = client.stop_interaction(scrape)
listed = client.list_browsers()
print(json.dumps({
    "made": [made.cdp_url[:2], made.live_view_url, made.expires_at is not None],
    "results": [echoed.result, titled.exit_code, bound.result, bound.live_view_url is not None],
    "ended": [ended.status, ended.credits_billed >= 2, stopped.success, stopped.credits_billed >= 2],
    "active": [one.id for one in client.list_browsers(status="active").sessions],
    "listed": made.id in [one.id for one in listed.sessions],
}))
`

test('the public Python SDK makes every browser call', { skip }, async (t) => {
  const program = await preparePythonSdk()
  if (program === undefined) return t.skip('the Python SDK cannot be installed here')
  await using site = await startSite((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>Example</title><p>Text.</p>')
  })
  const env = { API_KEY: firstKey, API_URL: url, TARGET: site.url }
  assert.deepEqual(await runPython(program, python, env), {
    made: ['ws', null, true],
    results: ['from bash', 0, 'Example', true],
    ended: ['destroyed', true, true, true],
    active: [],
    listed: true,
  })
})

test('a service that stops ends its sessions and deletes their files', { skip }, async () => {
  const folders = folderCount()
  const stopped = await startService({ env: { WEIR_BROWSER_PAGES_MAX: '1' } })
  const { status } = await stopped.ask('POST', '/v2/interact', { body: {} })
  assert.deepEqual([status, folderCount()], [200, folders + 1])
  await stopped[Symbol.asyncDispose]()
  assert.equal(folderCount(), folders)
})

test('sessions of other teams and unknown ones return the same 404', { skip }, async () => {
  const id = await create()
  const { key } = await addTeam(service.database)
  const unknown = '0199b0a0-0000-7000-8000-000000000000'
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/execute'],
  ] as const) {
    const body = method === 'POST' ? { code: '1' } : undefined
    const replies = await Promise.all(
      [id, unknown, 'none'].map((each) =>
        service.ask(method, `/v2/interact/${each}${path}`, { key, ...(body && { body }) }),
      ),
    )
    for (const reply of replies)
      assert.deepEqual([reply.status, reply.body.error], [404, 'Browser session not found.'])
  }
  await service.ask('DELETE', `/v2/interact/${id}`)
})

test('too few credits for the ttl return 402, and a full team 429', { skip }, async () => {
  const poor = await addTeam(service.database, { credits: 3 })
  const refused = await post('/v2/interact', { ttl: 600 }, { key: poor.key })
  assert.equal(refused.status, 402)
  assert.match(
    refused.body.error,
    /^Insufficient credits for a 600s browser session \(requires ~20 credits\)\./,
  )
  const { key, teamId } = await addTeam(service.database)
  await service.database.query(
    `insert into slots (id, team_id, expires_at) select gen_random_uuid(), $1, now() + interval '1 minute'
     from generate_series(1, 1000)`,
    [teamId],
  )
  const full = await post('/v2/interact', {}, { key })
  assert.equal(full.status, 429)
  assert.match(full.body.error, /^You have reached the maximum number of concurrent jobs/)
})

test('a session whose process has ended is settled by another one', { skip }, async () => {
  const id = await create()
  await service.database.query(
    `update browser_sessions set owner = gen_random_uuid(), leased_until = now() - interval '1 second' where id = $1`,
    [id],
  )
  const { body } = await service.ask('GET', `/v2/interact/${id}`)
  assert.deepEqual([body.status, body.creditsBilled], ['error', countCredits(body, 2)])
  assert.match(body.error, /process that ran the browser has ended/)
})

test('one team leaves a browser session for another one', { skip }, async () => {
  await using small = await startService({
    env: { WEIR_BROWSER_PAGES_MAX: '1', WEIR_INTERACT_SESSIONS_MAX: '2' },
  })
  const teams = [await addTeam(small.database), await addTeam(small.database)]
  const [first = '', second = ''] = teams.map(({ key }) => key)
  const start = (key: string) => small.ask('POST', '/v2/interact', { body: {}, key })
  const started = [await start(first), await start(first), await start(first)]
  assert.deepEqual(
    started.map(({ status }) => status),
    [200, 200, 503],
  )
  assert.match(started[2]?.body.error, /leave some for others \(WEIR_INTERACT_SESSIONS_MAX=2\)/)
  assert.equal((await start(second)).status, 200)
  await small.ask('DELETE', `/v2/interact/${started[0]?.body.id}`, { key: first })
  assert.equal((await start(first)).status, 503)
  await small.ask('DELETE', `/v2/interact/${started[1]?.body.id}`, { key: first })
  assert.equal((await start(first)).status, 200)
})

test('without boxes, sessions are refused with the reason and the setting', async () => {
  await using off = await startService({ env: { WEIR_INTERACT_SESSIONS_MAX: '0' } })
  const { status, body } = await off.ask('POST', '/v2/interact', { body: {} })
  assert.equal(status, 503)
  assert.match(body.error, /WEIR_INTERACT_SESSIONS_MAX/)
  await using none = await startService()
  const refused = await none.ask('POST', '/v2/browser', { body: {}, key: firstKey })
  assert.equal(refused.status, 503)
  assert.match(refused.body.error, /No browser is installed, or WEIR_BROWSER_PAGES_MAX is 0/)
  const [rows] = await none.database.query<{ n: number }>(
    'select (select count(*) from browser_sessions)::int + (select count(*) from slots)::int + (select count(*) from credit_reservations)::int as n',
  )
  assert.equal(rows?.n, 0)
})
