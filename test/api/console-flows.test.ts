import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsoleBrowser, type ConsolePage } from '#test/fixtures/console-browser.ts'
import { startConsoleDemo, type ConsoleDemo } from '#test/fixtures/console-demo.ts'
import { setUpConsole } from '#test/fixtures/console-set-up.ts'

let demo: ConsoleDemo
let browser: Awaited<ReturnType<typeof startConsoleBrowser>>
let operator: ConsolePage

before(async () => {
  demo = await startConsoleDemo()
  browser = await startConsoleBrowser(demo.base)
  operator = await setUpConsole(demo, browser)
})
after(async () => {
  await browser[Symbol.asyncDispose]()
  await demo[Symbol.asyncDispose]()
})

const goTo = async (path: string): Promise<Page> => {
  await operator.page.goto(`${demo.base}/console/${path}`)
  return operator.page
}
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
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
})
