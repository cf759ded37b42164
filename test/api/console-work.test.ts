import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '#kernel/ids.ts'
import { button, openConsole } from '#test/fixtures/open-console.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { until } from '#test/fixtures/until.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'

const { demo, browser, operator, goTo } = await openConsole()

test('a run of the agent is started, and shows what it does, its result and its sources', async () => {
  const page = await goTo('agent')
  await page.getByLabel('Goal').fill('Name the rivers.')
  await page.getByLabel('Pages to begin with').fill(`${demo.site.url}/`)
  await button(page, 'Start').click()
  await page.locator('.answer-words').getByText('The site describes eight rivers').waitFor()
  const timeline = page.getByRole('listitem').filter({ hasText: 'took' })
  // The steps are loaded beside the result.
  await timeline.filter({ hasText: 'Finish' }).waitFor()
  const steps = await timeline.locator('p:first-child').allTextContents()
  assert.match(steps.join('; '), /Plan with 2 steps;.*Read .*;.*Note 2 records;.*Finish/)
  assert.match(await timeline.nth(1).textContent().then(String), /1 credit/)
  await page.getByText('Completed', { exact: true }).waitFor()
  await button(page, 'Text').first().click()
  const preview = page.frameLocator('dialog iframe.preview')
  await preview.getByRole('heading', { name: 'Weirs of Europe' }).waitFor()
})

test('a working run is cancelled', async () => {
  const page = await goTo(`agent/${demo.ids.openRun}`)
  await button(page, 'Cancel').click()
  await page.getByText('cancelled').first().waitFor()
  await page.getByText('nothing charged').waitFor()
})

test('pages of a job are found, walked through by keys, and saved as a file', async () => {
  const page = await goTo(`jobs/${demo.ids.crawl}`)
  const list = page.getByRole('navigation', { name: 'Pages of the job' })
  await list.getByText(/rivers\/Thames$/).click()
  await page.keyboard.press('End')
  await list
    .locator('[aria-current=true]')
    .getByText(/\/rivers\//)
    .waitFor()
  await page.getByLabel('Find a page').fill('neckar')
  await page.getByText('1 page found').waitFor()
  await page
    .locator('.source')
    .getByText(/rivers\/Neckar$/)
    .waitFor()
  await page.getByLabel('Find a page').fill('')
  await button(page, 'Export').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, /JSON Lines/).click(),
  ])
  assert.match(download.suggestedFilename(), /^127\.0\.0\.1-\d{4}-\d\d-\d\d\.jsonl$/)
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\n')
  assert.equal(lines.length, 9)
  assert.match(JSON.parse(lines[0] ?? '').markdown, /Weirs of Europe/)
})

test('failed pages are tried again with the options of their job', async () => {
  const { service } = demo
  const urls = ['http://127.0.0.1:9/a', `${demo.site.url}/`]
  const body = { urls, formats: ['links'], timeout: 50_000 }
  const { id } = (await service.ask('POST', '/v2/batch/scrape', { body })).body
  const page = await goTo(`jobs/${id}`)
  await button(page, 'Retry 1 failed page').click()
  await page.waitForURL((url) => !url.pathname.endsWith(id))
  await page.getByText('completed', { exact: true }).waitFor()
  const retried = page.url().split('/').at(-1) ?? ''
  const [job] = await service.database.query<{ total: number; failed: number }>(
    'select total, failed from jobs where id = $1',
    [retried],
  )
  assert.deepEqual(job, { total: 1, failed: 1 })
})

test('changes that were not seen are counted, and can be marked as unread', async () => {
  const page = await goTo('monitors')
  const entry = page.getByRole('link', { name: /Prices of tours/ })
  await entry.getByTitle(/^3 checks with changes/).waitFor()
  await entry.click()
  await page.getByText('A guided tour costs').first().waitFor()
  await entry.locator('.count').waitFor({ state: 'detached' })
  await button(page, 'Mark unread').click()
  await entry.getByTitle(/^1 check with changes/).waitFor()
})

test('a monitor is tried, changed, and paused together with others', async () => {
  const page = await goTo(`monitors/${demo.ids.monitor}`)
  await button(page, 'Edit').click()
  await page.getByLabel('Name').fill('Prices and rivers')
  await button(page, 'Try it').click()
  await page
    .getByText(/Weirs of Europe.*characters/)
    .first()
    .waitFor()
  await page.getByLabel('Schedule').fill('daily at 9:00')
  await button(page, 'Save').click()
  await page.getByRole('heading', { name: 'Prices and rivers' }).waitFor()
  await page.getByText('Daily at 09:00').first().waitFor()
  await button(page, 'Select').click()
  await button(page, 'Select all').click()
  await button(page, 'Pause').first().click()
  await page.getByText('paused').waitFor()
  const { data } = (await demo.service.ask('GET', '/v2/monitor')).body
  const states = data.map(({ status }: { status: string }) => status)
  assert.deepEqual(states, ['paused', 'paused'])
  const edited = data.find(({ id }: { id: string }) => id === demo.ids.monitor)
  assert.equal(edited.schedule.cron, '0 9 * * *')
})

test('a receiver of webhooks is tried with a signed event', async () => {
  await using receiver = await startReceiver()
  const page = await goTo('webhooks')
  await page.getByLabel('URL of the receiver').fill(`${receiver.url}/test`)
  await button(page, 'Send a test').click()
  await page.getByText(/arrived, \d/).waitFor()
  const row = page.getByRole('row', { name: /webhook\.test/ })
  await row.getByText('delivered').waitFor()
  assert.equal(receiver.messages[0]?.['type'], 'webhook.test')
  await button(page, 'Details of webhook.test').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Sent').getByText('This is a test of the console.').waitFor()
  await dialog.locator('.attempt', { hasText: 'The answer had no text.' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})

test('the price of a request is shown before it is sent', async () => {
  const page = await goTo('playground?run=post+%2Fv2%2Fbatch%2Fscrape')
  await page
    .getByRole('textbox', { name: 'urls' })
    .fill('https://example.com/a\nhttps://example.com/b')
  await page.getByText('Costs at most 2 credits').waitFor()
  await page.getByLabel('Add to formats').selectOption('json')
  await page.getByText('Costs at most 10 credits').waitFor()
})

test('the connections of the service are tried from the settings', async () => {
  const page = await goTo('settings')
  await button(page, 'Try search providers').click()
  await page.getByRole('alert').getByText('No search provider').waitFor()
})

test('a running crawl is followed over a WebSocket, with a ticket instead of the cookie', async () => {
  const { service } = demo
  const isFollowed = Promise.withResolvers<undefined>()
  await using site = await startSite((request, response) => {
    const text = `<main><h1>Page</h1><p>Words.</p><a href="/a">A</a><a href="/b">B</a></main>`
    const answer = () => response.writeHead(200, { 'content-type': 'text/html' }).end(text)
    if (/^\/[ab]$/.test(request.url ?? '')) void isFollowed.promise.then(answer)
    else answer()
  })
  const body = { url: `${site.url}/`, limit: 3, sitemap: 'skip' }
  const { id } = (await service.ask('POST', '/v2/crawl', { body })).body
  const { page } = operator
  const [socket] = await Promise.all([page.waitForEvent('websocket'), goTo(`jobs/${id}`)])
  assert.match(socket.url(), new RegExp(`/v2/crawl/${id}\\?frames=progress$`))
  const frames: string[] = []
  socket.on('framereceived', ({ payload }) => frames.push(String(payload)))
  isFollowed.resolve(undefined)
  await page.getByText('3 of 3 pages').waitFor()
  await page.getByText('completed', { exact: true }).waitFor()
  assert.ok(frames.some((frame) => frame.includes('"completed":3')))
  assert.ok(frames.every((frame) => frame.length < 200))
})

/** The request that the playground would send. */
const readRequest = (page: Page) => page.getByLabel('Sample for curl').textContent()

test('the playground remembers requests and shares them, both without headers', async () => {
  const page = await goTo('playground')
  await button(page, 'JSON').first().click()
  const request = {
    url: `${demo.site.url}/`,
    formats: ['markdown'],
    headers: { Authorization: 'Bearer secret-1' },
  }
  await page.getByLabel('Request as JSON').fill(JSON.stringify(request))
  await button(page, 'Run').click()
  await page.locator('iframe.preview').waitFor()
  await page.getByRole('tab', { name: 'Code' }).click()
  assert.match(String(await readRequest(page)), /secret-1/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(page, 'Copy the link').click()
  await button(page, 'Copied').waitFor()
  const shared = await page.evaluate<string>('navigator.clipboard.readText()')
  assert.match(shared, /markdown/)
  assert.doesNotMatch(shared, /secret-1|headers/i)
  const again = await goTo('playground')
  await again.getByText('History').click()
  await again
    .locator('.history')
    .getByRole('button', { name: /scrape/ })
    .first()
    .click()
  await again.getByLabel('Sample for curl').getByText('markdown').waitFor()
  assert.doesNotMatch(String(await readRequest(again)), /secret-1|headers/i)
  await again.getByText('History').click()
  await button(again, 'Clear the history').click()
  await again.getByText('No request yet.').waitFor()
})

test('safe mode is switched on for the team', async () => {
  const page = await goTo('settings')
  const safeMode = page.getByRole('switch', { name: 'Safe mode' })
  await safeMode.waitFor()
  const isLoaded = Promise.withResolvers<undefined>()
  const isAsked = Promise.withResolvers<undefined>()
  await page.route('**/console/api/team', async (route) => {
    isAsked.resolve(undefined)
    await isLoaded.promise
    await route.continue()
  })
  await safeMode.click()
  await isAsked.promise
  // What was chosen is shown before it is read again, and cannot be changed meanwhile.
  assert.deepEqual([await safeMode.isChecked(), await safeMode.isDisabled()], [true, true])
  isLoaded.resolve(undefined)
  const scrape = { body: { url: `${demo.site.url}/`, proxy: 'enhanced' } }
  const blocked = async () => (await demo.service.ask('POST', '/v2/scrape', scrape)).body.code
  assert.ok(await until(async () => (await blocked()) === 'SAFE_MODE_BLOCKED'))
  await safeMode.click()
  assert.ok(await until(async () => (await blocked()) !== 'SAFE_MODE_BLOCKED'))
})

/** A run of the agent, a browser session and SIEM settings of a team; returns what is left of them. */
async function startOthers(teamId: string, key: string) {
  const { service, site } = demo
  const request = { prompt: 'What do tickets cost?', urls: [`${site.url}/`] }
  const run = await service.ask('POST', '/v2/agent', { key, body: request })
  assert.equal(run.status, 200, JSON.stringify(run.body))
  const destination = { type: 'http', url: `${site.url}/events` }
  const body = { enabled: true, destination }
  assert.equal((await service.ask('PUT', '/v2/team/siem', { key, body })).status, 200)
  await service.database.query(
    `insert into browser_sessions (id, team_id, principal, owner, state, ttl_seconds, activity_ttl_seconds, stream_web_view,
       leased_until) values ($1, $2, '{}', $1, 'active', 600, 600, false, now() + interval '1 hour')`,
    [newId(), teamId],
  )
  return async () => {
    const [left] = await service.database.query<Record<string, number>>(
      `select (select count(*) from agent_runs where team_id = $1 and state = 'processing')::integer as runs,
         (select count(*) from browser_sessions where team_id = $1 and state = 'active' and not is_ending)::integer as sessions,
         (select count(*) from siem_settings where team_id = $1)::integer as settings`,
      [teamId],
    )
    return left
  }
}

test('a team is deleted after its name has been entered, with all that it runs', async () => {
  const { teamId, key } = await addTeam(demo.service.database)
  const left = await startOthers(teamId, key)
  assert.deepEqual(await left(), { runs: 1, sessions: 1, settings: 1 })
  const page = await goTo('settings')
  await page.getByLabel('Team', { exact: true }).selectOption({ label: `Team ${teamId}` })
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.locator('dd', { hasText: teamId }).first().waitFor()
  await button(page, 'Delete the team').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the team').fill(`Team ${teamId}`)
  await dialog.getByRole('button', { name: 'Delete the team' }).click()
  await dialog.waitFor({ state: 'detached' })
  const read = () => demo.service.ask('GET', '/v2/team/credit-usage', { key })
  assert.ok(await until(async () => (await read()).status === 401))
  assert.ok(await until(async () => (await left())?.['runs'] === 0))
  assert.deepEqual(await left(), { runs: 0, sessions: 0, settings: 0 })
})

test('no address of the console leads to another site', async () => {
  const { page, foreign, complaints } = await browser.open({}, operator.page)
  const paths = [
    '/console//127.0.0.1:9/',
    '/console/\\\\127.0.0.1:9',
    '/console/%2f%2f127.0.0.1:9',
    '/console/@127.0.0.1:9',
    '/console?next=//127.0.0.1:9',
    '/console/jobs?redirect=http://127.0.0.1:9',
    '/console/playground?run=javascript:top.hit=1&with={"url":"javascript:top.hit=1"}',
  ]
  for (const path of paths) {
    await page.goto(demo.base + path)
    await page.locator('body').click({ position: { x: 2, y: 2 } })
    assert.equal(new URL(page.url()).origin, demo.base)
    assert.equal(await page.evaluate('globalThis.hit'), undefined)
  }
  assert.deepEqual(foreign, [])
  assert.deepEqual(complaints, [])
})
