import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { button, openConsole } from '#test/fixtures/open-console.ts'
import { addTeam } from '#test/fixtures/team-key.ts'

const { demo, goTo } = await openConsole()

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

test('a failed request says why, what to try and what was sent, and runs again', async () => {
  const { service, site } = demo
  const url = `${site.url}/prices`
  await service.ask('POST', '/v2/scrape', { body: { url, headers: { cookie: 'secret=1' } } })
  const refused = { url: 'http://169.254.169.254/why', formats: ['links'] }
  await service.ask('POST', '/v2/scrape', { body: refused })
  const page = await goTo('activity')
  await page.getByLabel('Only failed').check()
  await link(page, '169.254.169.254/why').click()
  await page.getByRole('heading', { name: /^Failed after/ }).waitFor()
  await page.getByText('does not resolve to a public address').last().waitFor()
  await page.getByText('WEIR_ALLOWED_PRIVATE_HOSTS').waitFor()
  assert.match(page.url(), /state=failed|activity\/[\da-f-]{36}/)
  const sent = await page.getByLabel('The request as it was sent').textContent()
  assert.match(sent ?? '', /"formats"/)
  await button(page, 'Run again').click()
  await page.waitForURL(/console\/playground/)
  await page.getByText('does not resolve to a public address').first().waitFor()
})

test('a request is found by its host, shows its result and no credentials, and is downloaded', async () => {
  const page = await goTo('activity')
  const host = new URL(demo.site.url).host
  await page.getByLabel('Host').selectOption(host)
  await page.getByLabel('Operation', { exact: true }).selectOption('scrape')
  await link(page, `${host}/prices`).first().click()
  await page.getByRole('tab', { name: 'Markdown' }).waitFor()
  const sent = (await page.getByLabel('The request as it was sent').textContent()) ?? ''
  assert.ok(sent.includes('/prices') && !sent.includes('secret'))
  await link(page, 'Close').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download').click(),
  ])
  const rows = JSON.parse(readFileSync(await download.path(), 'utf8'))
  assert.ok(rows.some(({ target }: { target: string }) => target.endsWith('/prices')))
})

test('the request that started a job leads to the job', async () => {
  const page = await goTo('activity')
  await page.getByLabel('Operation', { exact: true }).selectOption('crawl')
  await page.locator('.row-link').first().click()
  await link(page, 'Open the job').click()
  await page.getByRole('navigation', { name: 'Pages of the job' }).waitFor()
  await page.getByText('Options it was started with').click()
  await page.getByLabel('The request as it was sent').getByText('limit').waitFor()
  await link(page, 'Jobs').last().click()
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
})

const playground = (operation: string) => goTo(`playground?run=${encodeURIComponent(operation)}`)
const lead = (page: Page) => page.getByLabel('url', { exact: true })
const run = (page: Page) => page.locator('.ask button[type=submit]').click()

test('the first visit offers an example, which shows where each value stands on the page', async () => {
  const page = await goTo('playground')
  await button(page, 'Data of a shop page').click()
  const row = page.getByRole('row', { name: /price.*34\.9/ })
  await row.getByText('rule', { exact: true }).waitFor()
  await row.getByRole('button').click()
  await page.locator('.marked .is-chosen').getByText('34.90').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download').click(),
  ])
  assert.equal(JSON.parse(readFileSync(await download.path(), 'utf8')).price, 34.9)
})

test('formats are filled in as forms, and a schema is made from an example', async () => {
  const page = await goTo('playground')
  const add = page.getByLabel('Add to formats')
  await add.selectOption('json')
  await button(page, 'From example').click()
  await page.getByLabel('Example of the result').fill('{"price": 1, "rivers": [{"name": "a"}]}')
  await button(page, 'Make the fields').click()
  await page.getByText('3 fields, valid').waitFor()
  await page.getByLabel('Name of the field').first().fill('cost')
  await add.selectOption('screenshot')
  await lead(page).fill('https://example.com/')
  const sample = page.getByLabel('Sample for curl')
  const read = async () =>
    JSON.parse(/-d '([\s\S]*)'/.exec((await sample.textContent()) ?? '')?.[1] ?? '')
  await sample.getByText('cost').first().waitFor()
  assert.deepEqual((await read()).formats, [
    'markdown',
    'links',
    {
      type: 'json',
      schema: {
        type: 'object',
        properties: {
          cost: { type: 'number' },
          rivers: {
            type: 'array',
            items: { type: 'object', properties: { name: { type: 'string' } } },
          },
        },
      },
    },
    'screenshot',
  ])
})

test('a value that is not valid is shown, and the request is not sent without it', async () => {
  const page = await goTo('playground')
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.getByLabel('Add to formats').selectOption('json')
  await page.locator('.schema').getByRole('button', { name: 'JSON' }).click()
  await page
    .getByLabel('schema', { exact: true })
    .or(page.locator('.schema textarea'))
    .first()
    .fill('{"type": ')
  await lead(page).fill(`${demo.site.url}/`)
  await page.getByRole('alert').getByText('not valid JSON').waitFor()
  await run(page)
  assert.deepEqual(
    sent.filter((path) => path === '/v2/scrape'),
    [],
  )
})

test('a result never stands under another request, and a refusal has its own face', async () => {
  const page = await goTo('playground')
  await lead(page).fill(`${demo.site.url}/prices`)
  await run(page)
  await page.locator('iframe.preview').waitFor()
  await lead(page).fill('http://169.254.169.254/')
  await page.getByText('The form has changed since this result.').waitFor()
  await run(page)
  await page.getByRole('heading', { name: 'This could not be read' }).waitFor()
  assert.equal(await page.locator('iframe.preview').count(), 0)
  await page.getByText('WEIR_ALLOWED_PRIVATE_HOSTS').waitFor()
  await lead(page).fill(`${demo.site.url}/missing`)
  await run(page)
  await page.getByText('The site answered with status 404.').waitFor()
})

test('a crawl runs where it was started, and leads to its job', async () => {
  const page = await playground('post /v2/crawl')
  await lead(page).fill(`${demo.site.url}/`)
  await page.getByLabel('limit', { exact: true }).fill('4')
  await page.getByText('Costs at most 4 credits').waitFor()
  await run(page)
  await page.locator('.started').getByText('4 of 4 pages').waitFor()
  await page.locator('.started').getByRole('navigation', { name: 'Pages of the job' }).waitFor()
  await link(page, 'Open the job').click()
  await page.getByRole('heading', { name: 'Job', exact: true }).waitFor()
})

test('a site is shown as a tree, and the changes of a page as a diff', async () => {
  const page = await playground('post /v2/map')
  await lead(page).fill(demo.site.url)
  await run(page)
  await page.locator('.site-tree summary').getByText('rivers').waitFor()
  const { service, site } = demo
  const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'flow' }]
  const body = { url: `${site.url}/prices`, formats, maxAge: 0 }
  await service.ask('POST', '/v2/scrape', { body })
  const values = encodeURIComponent(JSON.stringify(body))
  await goTo(`playground?run=post%20%2Fv2%2Fscrape&with=${values}`)
  await run(page)
  await page.getByRole('tab', { name: 'Changes' }).click()
  await page.getByText('Compared with').waitFor()
})

/** The answer with the cost of what is entered. */
const isEstimated = (response: Response) =>
  response.url().endsWith('/estimate') && (response.request().postData() ?? '').includes('/prices')

test('a session that has ended asks to sign in, and the page goes on with what was entered', async () => {
  const page = await goTo('playground')
  // It is asked for meanwhile; after the end of the session it would open the dialog before the request is sent.
  await Promise.all([page.waitForResponse(isEstimated), lead(page).fill(`${demo.site.url}/prices`)])
  await demo.service.database.query('update console_sessions set expires_at = now()')
  await run(page)
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await dialog.getByLabel('Password').fill('correct horse battery')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await lead(page).inputValue(), `${demo.site.url}/prices`)
  await run(page)
  await page.locator('iframe.preview').waitFor()
})

test('a team that refuses is not entered', async () => {
  const { teamId } = await addTeam(demo.service.database)
  const page = await goTo('activity')
  const { database } = demo.service
  await database.query(`update teams set allowed_addresses = '{192.0.2.0/24}' where id = $1`, [
    teamId,
  ])
  const choice = page.getByLabel('Team', { exact: true })
  const before = await choice.inputValue()
  await choice.selectOption(teamId)
  await page.getByRole('heading', { name: 'This team cannot be opened from here' }).waitFor()
  await button(page, 'Close').click()
  assert.equal(await choice.inputValue(), before)
  await page.locator('.row-link').first().waitFor()
})
