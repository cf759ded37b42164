import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import type { Page } from 'playwright-core'
import { readableEndings } from '#content/bytes/file-name.ts'
import {
  startConsoleBrowser,
  findInLooks,
  findViolations,
  type ConsolePage,
} from '#test/fixtures/console-browser.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { hostileStrings } from '#test/fixtures/hostile-strings.ts'
import { makePdf } from '#fixtures/pdf.ts'
import { pictureOfText } from '#fixtures/picture-of-text.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

let operator: ConsolePage

const site = await startSite((request, response) => {
  const text = '<p>A weir is a barrier across a river that changes how the water flows.</p>'
  const links = '<a href="/a">first page</a> <a href="/b">second page</a>'
  const main = `<h1>Weirs</h1>${text.repeat(5)}${links}`
  response.setHeader('content-type', 'text/html')
  response.end(`<title>Weirs ${request.url}</title><main>${main}</main>`)
})
const target = `${site.url}/`
const service = await startService()
const base = (await service.listen()).replace('127.0.0.1', 'localhost')
const browser = await startConsoleBrowser(base)
disposeAfterTests(site, service, browser)

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { name, level, exact: true })

test('a new operator gets from the first page to a scraped page', async () => {
  operator = await browser.open()
  const { page } = operator
  await page.goto(`${base}/console`)
  await heading(page, 'Set up Weir').waitFor()
  assert.deepEqual(await findViolations(page, 'set-up'), [])
  await page.getByLabel('Set-up code').fill(service.setUpCode ?? '')
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabel('url', { exact: true }).fill(target)
  await page.keyboard.press('Control+Enter')
  const preview = page.frameLocator('iframe[title="Preview of the Markdown"]')
  await preview.getByRole('heading', { name: 'Weirs' }).waitFor()
  await page.getByRole('tab', { name: 'Code' }).click()
  await page.getByLabel('Sample for curl').getByText('/v2/scrape').waitFor()
  assert.deepEqual(await findViolations(page, 'playground'), [])
})

test('a crawl runs from the console and shows its pages', async () => {
  const { page } = operator
  await page.goto(`${base}/console/playground?run=post+%2Fv2%2Fcrawl`)
  await page.getByLabel('url', { exact: true }).fill(target)
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByRole('status').getByText('200', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Jobs' }).click()
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByText('completed').waitFor()
  await page.getByRole('navigation', { name: 'Pages of the job' }).getByText(/\/a$/).click()
  assert.deepEqual(await findViolations(page, 'job'), [])
})

test('a key is created, shown once and revoked', async () => {
  const { page } = operator
  await page.goto(`${base}/console/keys`)
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name').fill('nightly')
  await page.getByText('crawl', { exact: true }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  const key = await page.locator('.secret code').textContent()
  const read = () => service.ask('GET', '/v2/team/credit-usage', { key: key ?? '' })
  assert.equal((await read()).status, 200)
  const row = page.getByRole('row', { name: /nightly/ })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await row.getByRole('button', { name: 'Revoke now' }).click()
  await row.getByText('revoked').waitFor()
})

test('the pages of a PDF file are shown as pictures beside their Markdown, and nothing of it is kept', async () => {
  const { page } = operator
  await page.goto(`${base}/console/documents`)
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  const input = page.locator('input[type=file]')
  assert.deepEqual((await input.getAttribute('accept'))?.split(','), readableEndings)
  await input.setInputFiles({ name: 'a.exe', mimeType: 'a/b', buffer: Buffer.from('MZ') })
  await page.getByRole('button', { name: /a.exe/ }).click()
  await page.getByText('Files of the type .exe cannot be read.').waitFor()
  await input.setInputFiles([
    {
      name: 'rivers.pdf',
      mimeType: 'application/pdf',
      buffer: makePdf(['First', 'Second', 'Third', 'Fourth', 'Fifth'].map(textOfPage)),
    },
    { name: 'sign.png', mimeType: 'image/png', buffer: await pictureOfText('Danger') },
  ])
  await page.getByRole('button', { name: /rivers.pdf/ }).click()
  for (const [index, name] of ['First', 'Second', 'Third', 'Fourth', 'Fifth'].entries()) {
    const picture = page.getByRole('img', { name: `Page ${index + 1} of the file` })
    await picture.waitFor()
    // It is in its place before it is loaded.
    const size = await eventually(
      () => picture.evaluate(sizeOfPicture),
      ([width = 0]) => width > 0,
    )
    assert.deepEqual(size, [991, 1403])
    await page.frameLocator('iframe.preview').getByText(`${name} page of the rivers`).waitFor()
    if (name !== 'Fifth') await page.getByRole('button', { name: 'Next page' }).click()
  }
  assert.equal(sent.filter((path) => path === '/console/api/page-pictures').length, 2)
  await page.getByRole('button', { name: /sign.png/ }).click()
  await page.frameLocator('iframe.preview').getByText('Danger').waitFor()
  assert.deepEqual(await eventually(keptFiles, ({ length }) => length === 0), [])
})

const textOfPage = (name: string) => [{ text: `${name} page of the rivers`, points: 20 }]
const keptFiles = () => readdir(join(service.dataDir, 'incoming'))
const sizeOfPicture = (picture: { readonly naturalWidth?: number; naturalHeight?: number }) => [
  picture.naturalWidth,
  picture.naturalHeight,
]

test('a monitor is created with its next runs in view', async () => {
  const { page } = operator
  await page.goto(`${base}/console/monitors`)
  await page.getByRole('button', { name: 'New monitor' }).click()
  await page.getByLabel('Name').fill('Weirs')
  await page.getByLabel('URLs').fill(target)
  await page.getByLabel('Schedule').fill('every 2 minutes')
  await page.getByText('must not run more often').waitFor()
  await page.getByLabel('Schedule').fill('hourly')
  await page.getByText('Next runs').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await heading(page, 'Weirs', 2).waitFor()
})

const pages = {
  console: 'Overview',
  'console/playground': 'Playground',
  'console/jobs': 'Jobs',
  'console/monitors': 'Monitors',
  'console/documents': 'Documents',
  'console/agent': 'Agent',
  'console/webhooks': 'Webhooks',
  'console/siem': 'SIEM',
  'console/providers': 'Data providers',
  'console/threats': 'Threat protection',
  'console/settings': 'Settings',
  'console/activity': 'Activity',
  'console/keys': 'API keys',
  'console/people': 'People',
}

/** One page leads to the next, which takes much less work than loading each; `console-links.test.ts` loads them. */
test('axe finds nothing on any page, in light, in dark and on a phone', async () => {
  const { page, foreign, complaints } = await browser.open({}, operator.page)
  const found: string[] = []
  await page.goto(`${base}/console/keys`)
  for (const [path, title] of Object.entries(pages)) {
    await page.locator(`nav a[href="/${path}"]`).first().click()
    await heading(page, title).waitFor()
    await page.locator('main:not(:has(.loading))').waitFor()
    found.push(...(await findInLooks(page, path)))
  }
  assert.deepEqual(found, [])
  assert.deepEqual(foreign, [])
  assert.deepEqual(complaints, [])
  await page.context().close()
})

test('axe finds a nameless button and pale text (control)', async () => {
  const { page } = await browser.open()
  await page.setContent(
    '<html lang=en><title>x</title><main><h1>x</h1><button></button><p style="color:#999;background:#aaa">pale</p></main>',
  )
  const find = async (rules: 'all' | 'colours') =>
    (await findViolations(page, 'control', rules)).map((text) => text.split(' ')[1])
  assert.deepEqual(new Set(await find('all')), new Set(['button-name', 'color-contrast']))
  assert.deepEqual(await find('colours'), ['color-contrast'])
})

/** Shows an answer in every view of the playground, and clicks every link in it. */
async function showAnswer(page: Page, answer: object): Promise<void> {
  await page.route('**/v2/scrape', (route) => route.fulfill({ json: answer }))
  await page.goto(`${base}/console/playground`)
  await page.getByLabel('url', { exact: true }).fill('http://example.com')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.locator('iframe.preview').waitFor()
  for (const name of [/^Links/, /^Images/, 'HTML', 'Metadata', 'Raw', 'Markdown']) {
    await page.getByRole('tab', { name }).click()
  }
  await page.locator('iframe.preview').waitFor()
}

test('hostile strings in an answer run nothing, load nothing and leave the page where it is', async () => {
  const { page, foreign } = await browser.open({}, operator.page)
  let dialogs = 0
  page.on('dialog', (dialog) => {
    dialogs += 1
    void dialog.dismiss()
  })
  const text = hostileStrings.join('\n\n')
  const metadata = Object.fromEntries(hostileStrings.map((string) => [string, string]))
  const data = {
    markdown: text,
    html: text,
    links: hostileStrings,
    images: hostileStrings,
    metadata,
  }
  await showAnswer(page, { success: true, data })
  assert.equal(await page.evaluate('globalThis.hit'), undefined)
  assert.equal(dialogs, 0)
  assert.deepEqual(foreign, [])
  assert.match(page.url(), /\/console\/playground$/)
  const written = await page.evaluate(
    `(() => { try { document.body.innerHTML = '<b>x</b>'; return 'written' } catch (error) { return error.name } })()`,
  )
  assert.equal(written, 'TypeError')
  const bare = await browser.open()
  await bare.page.setContent(`<body>${hostileStrings.slice(0, 4).join('')}</body>`)
  await bare.page.waitForFunction('globalThis.hit > 0')
})

test('the command palette and the keyboard reach every page', async () => {
  const { page } = operator
  await page.goto(`${base}/console`)
  await heading(page, 'Overview').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
  await page.keyboard.type('peop')
  await page.getByRole('option', { name: 'People' }).waitFor()
  assert.deepEqual(await findViolations(page, 'palette'), [])
  await page.keyboard.press('Enter')
  await heading(page, 'People').waitFor()
  // The policy of the console forbids `eval`, which polling in the page needs; a selector does not.
  await page.locator('h1:focus').waitFor()
})

test('a cookie opens no WebSocket', async () => {
  const { page } = operator
  const [cookie] = await page.context().cookies()
  const job = await service.ask('POST', '/v2/crawl', { body: { url: target } })
  const headers = { cookie: `${cookie?.name}=${cookie?.value}`, 'x-weir-console': '1' }
  const socket = new WebSocket(`${base.replace('http', 'ws')}/v2/crawl/${job.body.id}`, { headers })
  const code = await new Promise((resolve) => socket.on('close', resolve))
  assert.equal(code, 3000)
})

test('signing out ends the session', async () => {
  const { page } = operator
  await page.getByRole('button', { name: 'Sign out' }).click()
  await heading(page, 'Sign in to Weir').waitFor()
  assert.deepEqual(await findViolations(page, 'sign-in'), [])
  await page.goto(`${base}/console/jobs`)
  await heading(page, 'Sign in to Weir').waitFor()
})
