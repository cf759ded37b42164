import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createAskConsole } from '#test/fixtures/ask-console.ts'
import { findInLooks } from '#test/fixtures/console-browser.ts'
import { button, openConsole } from '#test/fixtures/open-console.ts'
import { takePicture } from '#test/fixtures/take-picture.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

const { demo, browser, operator, goTo } = await openConsole()
const { service } = demo
const ask = createAskConsole(service, demo.base)

async function readCookie(page: Page): Promise<string> {
  const cookies = await page.context().cookies()
  return cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

const cookie = await readCookie(operator.page)
const request = {
  name: 'Prices of tours',
  operation: 'post /v2/scrape',
  values: {
    url: `${demo.site.url}/prices`,
    formats: ['markdown', { type: 'json', prompt: 'Prices' }],
    headers: { authorization: 'Bearer secret-of-the-team' },
    waitFor: 50,
  },
}
const list = async () => (await ask('GET', '/requests', { cookie })).body.data

const asJson = (page: Page) => page.locator('.options .search button')

let invited = 0

/** A colleague who may read. */
async function inviteViewer() {
  const invite = { role: 'viewer', email: `grace${invited++}@example.org` }
  const { body } = await ask('POST', '/invites', { cookie, body: invite })
  const opened = await browser.open()
  const token = new URL(body.data.link).hash.slice(1)
  const use = { token, name: 'Grace', password: 'correct horse battery' }
  const { cookie: own } = await ask('POST', '/link/use', { body: use })
  const [name = '', value = ''] = own.split('=')
  await opened.page.context().addCookies([{ name, value, url: demo.base }])
  return { page: opened.page, cookie: own }
}

test('a request is saved with all its options, opened, renamed, saved anew and deleted', async () => {
  const page = await goTo('playground')
  await asJson(page).click()
  await page.getByLabel('Request as JSON').fill(JSON.stringify(request.values))
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name of the request').fill(request.name)
  assert.deepEqual(await findInLooks(page, 'saving'), [])
  await takePicture(page, 'request-save')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText(`Saved as ${request.name}.`).waitFor()

  const again = await goTo('playground')
  await again.getByText('Saved requests').click()
  await again.getByRole('button', { name: /^scrape Prices of tours Ada/ }).click()
  await again.getByText(`Saved as ${request.name}.`).waitFor()
  await asJson(again).click()
  const opened = await again.getByLabel('Request as JSON').inputValue()
  assert.deepEqual(JSON.parse(opened), request.values)

  await again.getByLabel('Request as JSON').fill('{"url": "https://example.com/"}')
  await button(again, 'Save').click()
  await button(again, 'Save').last().click()
  await again.getByRole('dialog').waitFor({ state: 'detached' })
  const [saved] = await list()
  const { data } = (await ask('GET', `/requests/${saved.id}`, { cookie })).body
  assert.deepEqual(data.values, { url: 'https://example.com/' })

  await again.getByText('Saved requests').click()
  await button(again, 'Rename Prices of tours').click()
  await again.getByLabel('Name of the request').fill('Tours')
  await again.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await button(again, 'Delete Tours').waitFor()
  assert.deepEqual(await findInLooks(again, 'saved requests'), [])
  await takePicture(again, 'request-list')
  await button(again, 'Delete Tours').click()
  await button(again, 'Delete Tours now').click()
  await again.getByText('The team has saved no request yet.').waitFor()
  assert.deepEqual(await list(), [])
})

test('a viewer opens a saved request without its credentials, and changes none', async () => {
  const { id } = (await ask('POST', '/requests', { cookie, body: request })).body.data
  const viewer = await inviteViewer()
  const { page } = viewer
  await page.goto(`${demo.base}/console/playground`)
  await page.getByText('Saved requests').click()
  await page.getByRole('button', { name: /^scrape Prices of tours/ }).click()
  await page.getByText('Only members see its headers').waitFor()
  assert.equal(await button(page, 'Save').count(), 0)
  assert.equal(await button(page, 'Schedule').count(), 0)
  assert.equal(await button(page, 'Rename Prices of tours').count(), 0)
  const { body } = await ask('GET', `/requests/${id}`, { cookie: viewer.cookie })
  const { headers: _, ...values } = request.values
  assert.deepEqual([body.data.values, body.data.isPartial], [values, true])
  assert.equal((await ask('DELETE', `/requests/${id}`, viewer)).status, 403)
  assert.equal((await ask('POST', '/requests', { ...viewer, body: request })).status, 403)
})

/** As a page of the console asks the API. */
async function askApi(own: string, path: string, payload?: object) {
  const answer = await service.server.inject({
    method: payload ? 'POST' : 'GET',
    url: path,
    headers: {
      host: new URL(demo.base).host,
      origin: demo.base,
      'x-weir-console': '1',
      cookie: own,
    },
    ...(payload && { payload }),
  })
  return answer.json().data
}

test('a viewer reads a monitor without the headers of its pages', async () => {
  const { url, headers } = request.values
  const target = { type: 'scrape', urls: [url], scrapeOptions: { headers } }
  const monitor = { name: 'Tours', schedule: { text: 'every day' }, targets: [target] }
  const made = await askApi(cookie, '/v2/monitor', monitor)
  assert.deepEqual(made.targets[0].scrapeOptions.headers, headers)
  const viewer = await inviteViewer()

  const shown = await askApi(viewer.cookie, `/v2/monitor/${made.id}`)
  const list = await askApi(viewer.cookie, '/v2/monitor')
  assert.equal(shown.targets[0].urls[0], url)
  for (const one of [shown, list.find(({ id }: { id: string }) => id === made.id)])
    assert.ok(one && !JSON.stringify(one).includes('secret-of-the-team'))
})

test('a scheduled request opens the form of a monitor with its options', async () => {
  const page = await goTo('playground')
  await page.getByText('Saved requests').click()
  await page.getByRole('button', { name: /^scrape Prices of tours/ }).click()
  await button(page, 'Schedule').click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByLabel('Name', { exact: true }).inputValue(), request.name)
  await dialog.getByText(/^Options of the pages/).click()
  await dialog.locator('summary', { hasText: /^Request/ }).click()
  await dialog.getByLabel('Value in headers').first().fill('Bearer another')
  assert.deepEqual(await findInLooks(page, 'scheduled request'), [])
  await takePicture(page, 'request-scheduled')
  await button(page, 'Create and check now').click()
  await page.getByRole('heading', { name: request.name, level: 2 }).waitFor()
  const [monitor] = (await service.ask('GET', '/v2/monitor')).body.data
  const { url, ...options } = request.values
  const [target] = monitor.targets
  assert.deepEqual(target.urls, [url])
  assert.deepEqual(target.scrapeOptions, {
    ...options,
    headers: { authorization: 'Bearer another' },
  })
})

test('a scheduled crawl keeps its limit and its paths, and says what a monitor does not have', async () => {
  const values = {
    url: `${demo.site.url}/`,
    limit: 7,
    excludePaths: ['private'],
    webhook: 'https://hooks.example/',
    scrapeOptions: { onlyMainContent: false },
  }
  const given = encodeURIComponent(JSON.stringify(values))
  const page = await goTo(`playground?run=post+%2Fv2%2Fcrawl&with=${given}`)
  await button(page, 'Schedule').click()
  await page.getByText('does not have these options of the request: webhook.').waitFor()
  await button(page, 'Create and check now').click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const [{ targets }] = (await service.ask('GET', '/v2/monitor')).body.data
  const { id: _, ...target } = targets[0]
  assert.deepEqual(target, {
    type: 'crawl',
    url: values.url,
    crawlOptions: { excludePaths: ['private'], limit: 7 },
    scrapeOptions: { onlyMainContent: false },
  })
})

test('saved requests are bounded, have names of their own, and belong to one team', async () => {
  const [{ id }] = await list()
  const save = (body: object) => ask('POST', '/requests', { cookie, body })
  assert.equal((await save(request)).status, 409)
  const large = { ...request, name: 'Large', values: { prompt: 'x'.repeat(70_000) } }
  assert.equal((await save(large)).status, 400)
  assert.equal((await save({ ...request, name: 'Odd', operation: 'post /x' })).status, 400)
  const { teamId } = await addTeam(service.database)
  const [own] = await service.database.query<{ team: string }>(
    'select team_id as team from saved_requests where id = $1',
    [id],
  )
  await service.database.query('update saved_requests set team_id = $2 where id = $1', [id, teamId])
  assert.equal((await ask('GET', `/requests/${id}`, { cookie })).status, 404)
  assert.equal((await ask('PATCH', `/requests/${id}`, { cookie, body: request })).status, 404)
  assert.equal((await ask('DELETE', `/requests/${id}`, { cookie })).status, 404)
  await service.database.query(
    `insert into saved_requests (id, team_id, name, operation, sealed_values, saved_at)
     select gen_random_uuid(), $1, 'Request ' || n, 'post /v2/scrape', '', now() from generate_series(1, 199) n`,
    [own?.team ?? ''],
  )
  const both = await Promise.all([save(request), save({ ...request, name: 'One too many' })])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
})
