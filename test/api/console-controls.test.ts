import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { button, openConsole } from '#test/fixtures/open-console.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { until } from '#test/fixtures/until.ts'

const { demo, browser, operator, goTo } = await openConsole()

const lead = (page: Page) => page.getByLabel('url', { exact: true })
const json = (page: Page) => page.getByLabel('Request as JSON')

/** What a document says of its visibility. */
const setHidden = (page: Page, isHidden: boolean) =>
  page.evaluate(
    `Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} })`,
  )

test('the overview asks again every five seconds, but not while it is hidden', async () => {
  const { page } = await browser.open({}, operator.page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/console/api/health')) asked += 1
  })
  await page.clock.install()
  await page.goto(`${demo.base}/console`)
  await page.locator('.health li').first().waitFor()
  await setHidden(page, true)
  const askedBefore = asked
  await page.clock.runFor(30_000)
  assert.equal(asked, askedBefore)
  await setHidden(page, false)
  const isAsked = page.waitForRequest('**/console/api/health')
  await page.clock.runFor(5_000)
  await isAsked
  await page.context().close()
})

test('a team that has done nothing sees three commands to begin with', async () => {
  const { page } = await browser.open({}, operator.page)
  const { teamId } = await addTeam(demo.service.database)
  await page.route(/\/(?:v2|console\/api)\//, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-weir-team': teamId } }),
  )
  await page.goto(`${demo.base}/console`)
  await page.getByRole('heading', { name: 'First steps' }).waitFor()
  const commands = page.locator('.commands li')
  assert.equal(await commands.count(), 3)
  assert.equal(await commands.getByRole('button', { name: 'Copy' }).count(), 3)
  await page.unrouteAll({ behavior: 'wait' })
  await page.context().close()
  const [first] = await demo.service.database.query<{ id: string }>(
    'select id from teams where is_first',
  )
  // A session begins with the team that it has used last.
  const headers = { 'x-weir-console': '1', 'x-weir-team': first?.id ?? '' }
  const answer = await operator.page.request.get(`${demo.base}/console/api/session`, { headers })
  assert.ok(answer.ok())
})

test('the form and the request as JSON follow each other', async () => {
  const page = await goTo('playground')
  await button(page, 'JSON').first().click()
  await lead(page).fill('https://example.com/a')
  assert.equal(JSON.parse(await json(page).inputValue()).url, 'https://example.com/a')
  const request = { url: 'https://example.com/b', formats: ['markdown', 'html'], waitFor: 50 }
  await json(page).fill(JSON.stringify({ ...request, maxAge: 0 }))
  assert.equal(await lead(page).inputValue(), 'https://example.com/b')
  await button(page, 'JSON').first().click()
  assert.deepEqual(await page.locator('.variant b').allTextContents(), ['markdown', 'html'])
  await page.getByRole('tab', { name: 'CLI' }).click()
  assert.equal(
    await page.getByLabel('Sample for CLI').textContent(),
    'npx weir scrape https://example.com/b --format markdown --format html --wait-for 50\n# Without a flag of the command: maxAge',
  )
  await button(page, 'JSON').first().click()
  await json(page).fill('{ "url": ')
  assert.equal(await json(page).inputValue(), '{ "url": ')
  assert.equal(await lead(page).inputValue(), 'https://example.com/b')
})

test('one request runs at a time, and is cancelled', async () => {
  const [asked, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await using slow = await startSite((_, response) => {
    response.on('close', () => closed.resolve())
    asked.resolve()
  })
  const page = await goTo('playground')
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await lead(page).fill(`${slow.url}/`)
  await page.keyboard.press('Control+Enter')
  await button(page, 'Cancel').waitFor()
  await page.keyboard.press('Control+Enter')
  await asked.promise
  await button(page, 'Cancel').click()
  await button(page, /^Run/).waitFor()
  assert.deepEqual(
    sent.filter((path) => path === '/v2/scrape'),
    ['/v2/scrape'],
  )
  await closed.promise
})

/** Puts 60 requests into the history. */
const fillHistory = `new Promise((done) => {
  const opening = indexedDB.open('weir', 1)
  opening.onsuccess = () => {
    const store = opening.result.transaction('requests', 'readwrite').objectStore('requests')
    const keys = store.getAllKeys()
    keys.onsuccess = () => {
      const entries = Array.from({ length: 60 }, (_, at) => ({
        key: 'post /v2/scrape', values: { url: 'https://example.com/' + at }, at,
      }))
      store.put(entries, keys.result[0]).onsuccess = () => { opening.result.close(); done() }
    }
  }
})`

/** The URLs of the kept requests; they are kept beside the request, not before it. */
const readHistory = `new Promise((done) => {
  const opening = indexedDB.open('weir', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('requests')
  opening.onsuccess = () => {
    const all = opening.result.transaction('requests').objectStore('requests').getAll()
    all.onsuccess = () => {
      opening.result.close()
      done(all.result.flat().map(({ values }) => String(values.url)))
    }
  }
})`

async function scrapeAndKeep(page: Page, path: string): Promise<void> {
  await scrape(page, path)
  const isKept = async () =>
    (await page.evaluate<string[]>(readHistory)).some((url) => url.endsWith(path))
  assert.ok(await until(isKept))
}

async function scrape(page: Page, path: string): Promise<void> {
  await lead(page).fill(demo.site.url + path)
  const isAnswered = page.waitForResponse('**/v2/scrape')
  await button(page, /^Run/).click()
  assert.equal((await isAnswered).status(), 200)
}

test('the history has fifty requests, and none under zero data retention', async () => {
  const page = await goTo('playground')
  await scrapeAndKeep(page, '/')
  await page.evaluate(fillHistory)
  await scrapeAndKeep(page, '/prices')
  const entries = page.locator('.history li')
  await page.getByText('History', { exact: true }).click()
  await entries.getByText('/prices').waitFor()
  assert.equal(await entries.count(), 50)
  await button(page, 'Clear the history').click()
  await page.getByText('No request yet.').waitFor()
  const choose = async (value: string) => {
    const settings = await goTo('settings')
    const isStored = settings.waitForResponse('**/console/api/team/retention')
    await settings.getByLabel('Zero data retention').selectOption(value)
    assert.equal((await isStored).status(), 200)
  }
  await choose('forced')
  await scrape(await goTo('playground'), '/')
  await page.getByText('History', { exact: true }).click()
  await page.getByText('No request yet.').waitFor()
  await choose('off')
})

test('failed pages are grouped with the words of the documentation, and a running job is cancelled', async () => {
  const page = await goTo(`jobs/${demo.ids.batch}`)
  await page.getByRole('tab', { name: /^Failed/ }).click()
  const group = page.locator('.errors section').first()
  const code = await group.locator('.badge').textContent()
  const meaning = await group.locator('p').first().textContent()
  const rows = readFileSync('docs/errors.md', 'utf8').split('\n')
  const row = rows.find((line) => line.startsWith(`| \`${code}\``)) ?? ''
  assert.ok(meaning && row.endsWith(`${meaning} |`), `${code}: ${meaning}`)
  const body = { url: `${demo.site.url}/`, limit: 12, delay: 30 }
  const { id } = (await demo.service.ask('POST', '/v2/crawl', { body })).body
  await goTo(`jobs/${id}`)
  await button(page, 'Cancel').click()
  await page.getByText('cancelled', { exact: true }).waitFor()
})

test('a schedule is shown in words with its next five runs before it is saved', async () => {
  const page = await goTo('monitors')
  await button(page, 'New monitor').click()
  await page.getByLabel('Schedule').fill('0 9 * * 1-5')
  const words = page.getByText(/^At 09:00, Monday to Friday\. Next runs: /)
  await words.waitFor()
  assert.equal(String(await words.textContent()).split(';').length, 5)
})

test('changed pages are first in a check of any size, and j and k walk through the changes', async () => {
  const { database } = demo.service
  const [{ id: checkId } = { id: '' }] = await database.query<{ id: string }>(
    'select id from monitor_checks where monitor_id = $1 order by created_at desc limit 1',
    [demo.ids.monitor],
  )
  await database.query(
    `insert into monitor_pages (id, check_id, monitor_id, target_id, url, url_key, status, credits, created_at)
     select gen_random_uuid(), check_id, monitor_id, target_id, url || '/' || number, decode(md5(number::text), 'hex'), 'same', 0, now()
     from (select * from monitor_pages where check_id = $1 and status = 'same' limit 1) page, generate_series(1, 150) number`,
    [checkId],
  )
  await database.query(
    `update monitor_pages set position = default where check_id = $1 and status = 'changed'`,
    [checkId],
  )
  await database.query(
    `update monitor_checks set summary = summary || '{"totalPages": 152}' where id = $1`,
    [checkId],
  )
  const page = await goTo(`monitors/${demo.ids.monitor}`)
  const pages = page.getByRole('navigation', { name: 'Pages of this check' })
  await pages.locator('button[aria-current=true]').getByText('changed').waitFor()
  await pages.getByText('Show more (51 left)').waitFor()
  assert.equal(await pages.locator('.mark', { hasText: 'changed' }).count(), 1)
  const diff = page.locator('table.diff')
  assert.equal(await diff.locator('thead th').count(), 4)
  await page.keyboard.press('j')
  await diff.locator('tr.here').first().waitFor()
  await button(page, 'One column').click()
  assert.equal(await diff.locator('thead th').count(), 3)
  await page.keyboard.press('k')
  await diff.locator('tr.here').first().waitFor()
})

test('failed deliveries are first, and are replayed together', async () => {
  const page = await goTo('webhooks')
  const states = page.getByRole('table').locator('tbody .badge')
  await states.first().waitFor()
  const shown = await states.allTextContents()
  const failed = shown.filter((state) => state === 'failed')
  assert.deepEqual(shown.slice(0, failed.length), failed)
  assert.ok(failed.length > 0 && failed.length < shown.length, shown.join())
  let replayed = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/replay')) replayed += 1
  })
  await button(page, /^Replay \d+ failed deliver/).click()
  assert.ok(await until(() => replayed >= failed.length))
})

test('the palette finds hosts, pages of the documentation, and any job by its id', async () => {
  const page = await goTo('keys')
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  const input = page.getByRole('combobox', { name: 'Search or jump to' })
  // A page may be shown a moment before it listens to keys.
  const isOpened = async () => {
    if (!(await input.isVisible())) await page.keyboard.press('Control+k')
    return input.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
  }
  assert.ok(await until(isOpened))
  await input.fill('127.0.0.1')
  await page.getByRole('option', { name: /Crawl/ }).first().waitFor()
  await input.fill(demo.ids.batch)
  await page.getByRole('option', { name: /Batch/ }).waitFor()
  await input.fill('webhooks')
  await page.getByRole('option', { name: 'Webhooks Documentation' }).first().waitFor()
  await input.fill('018f0000-0000-7000-8000-000000000000')
  await page.getByRole('option', { name: /Job/ }).click()
  await page.getByText('There is no such job').waitFor()
  await page.keyboard.press('Control+k')
  await input.fill('errors documentation')
  await page.getByRole('option', { name: 'Errors Documentation' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/errors')
})

test('steps of the agent hide their raw data, and settings of the service are only read', async () => {
  const page = await goTo(`agent/${demo.ids.run}`)
  const raw = page.locator('details.raw')
  await raw.first().waitFor()
  assert.equal(await page.locator('details.raw[open]').count(), 0)
  await raw.first().getByText('Input and result').click()
  await goTo('settings')
  await page.getByLabel('Find a setting').fill('WEIR_LLM_MODEL')
  await page.locator('dt', { hasText: 'WEIR_LLM_MODEL' }).first().waitFor()
  const values = page.locator('details.settings-group')
  await values.getByText('scripted', { exact: true }).first().waitFor()
  assert.equal(await values.locator('input, select, textarea').count(), 0)
})

test('a file above 50 MB is refused before it is sent', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-large-'))
  try {
    const path = join(folder, 'large.pdf')
    writeFileSync(path, '')
    truncateSync(path, 50 * 1024 ** 2 + 1)
    const page = await goTo('documents')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))
    await page.locator('input[type=file]').setInputFiles(path)
    await button(page, /large\.pdf/).click()
    await page.getByRole('alert').getByText('larger than').waitFor()
    assert.ok(!sent.includes('POST'))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
