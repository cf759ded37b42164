/**
 * Ten tasks as people have them, each from the first page of the console in at most eight clicks. Typing is not counted: the Tab key
 * leads to the fields.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { written } from '#fixtures/pdf.ts'
import { findViolations } from '#test/fixtures/console-browser.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { button, openConsole } from '#test/fixtures/open-console.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { takePicture } from '#test/fixtures/take-picture.ts'
import { until } from '#test/fixtures/until.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'

const clicksMax = 8
const offer = { price: '59.00' }
const bicycle =
  () => `<!doctype html><html lang="en"><title>City bicycle</title><main><h1>City bicycle</h1>
  <script type="application/ld+json">{"@type":"Product","name":"City bicycle","sku":"CB-7",
  "offers":{"@type":"Offer","price":"${offer.price}","priceCurrency":"EUR"}}</script>
  <p>€ ${offer.price}</p><p>Seven gears and a basket.</p></main></html>`
const chapter = (name: string) => `<!doctype html><html lang="en"><title>Manual: ${name}</title>
  <main><h1>${name}</h1><p>How the ${name} of the pump is maintained, step by step.</p>
  <a href="/manual/valve">Valve</a> <a href="/manual/seal">Seal</a></main></html>`

const site = await startPages({
  '/bicycle': bicycle,
  '/manual/': chapter('housing'),
  '/manual/valve': chapter('valve'),
  '/manual/seal': chapter('seal'),
})
disposeAfterTests(site)
const { demo, operator } = await openConsole()
await operator.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

interface Task {
  readonly page: Page
  readonly click: (what: Locator) => Promise<void>
  readonly choose: (what: Locator, option: string) => Promise<void>
}

/** Does a task from the overview; looks at its last page, and at the number of clicks. */
async function doTask(name: string, work: (task: Task) => Promise<void>): Promise<void> {
  const { page } = operator
  await page.goto(`${demo.base}/console`)
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  let clicks = 0
  await work({
    page,
    async click(what) {
      clicks += 1
      await what.click()
    },
    async choose(what, option) {
      // One opens the list, one chooses.
      clicks += 2
      await what.selectOption(option)
    },
  })
  // What it is over has another background.
  await page.mouse.move(0, 0)
  await takePicture(page, `task-${name}`)
  assert.deepEqual(await findViolations(page, name), [])
  assert.ok(clicks <= clicksMax, `${clicks} clicks`)
}

const menu = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
const run = (page: Page) => page.locator('.ask button[type=submit]')

test('1: structured data from a shop page', () =>
  doTask('shop', async ({ page, click, choose }) => {
    await click(menu(page, 'Playground'))
    await page.getByLabel('url', { exact: true }).fill(`${site.url}/bicycle`)
    await choose(page.getByLabel('Add to formats'), 'json')
    await click(button(page, 'From example'))
    await page.getByLabel('Example of the result').fill('{"name": "a", "price": 1}')
    await click(button(page, 'Make the fields'))
    await click(run(page))
    await page.getByRole('row', { name: /name.*City bicycle/ }).waitFor()
    await page.getByRole('row', { name: /price.*59/ }).waitFor()
  }))

test('2: a manual is crawled and downloaded as Markdown', () =>
  doTask('manual', async ({ page, click }) => {
    await click(menu(page, 'Playground'))
    await click(page.getByText('Crawl', { exact: true }))
    await page.getByLabel('url', { exact: true }).fill(`${site.url}/manual/`)
    await click(run(page))
    await page.locator('.started').getByText('3 of 3 pages').waitFor()
    await click(page.getByRole('link', { name: 'Open the job' }))
    await page.getByText('completed', { exact: true }).waitFor()
    await click(button(page, 'Export'))
    const saving = page.waitForEvent('download')
    await click(button(page, /^Markdown \(ZIP\)/))
    const file = readFileSync(await (await saving).path())
    assert.equal(file.subarray(0, 2).toString(), 'PK')
  }))

test('3: a message in Slack when a price falls', () =>
  doTask('slack', async ({ page, click }) => {
    await using receiver = await startReceiver()
    await click(menu(page, 'Monitors'))
    await click(button(page, 'New monitor'))
    await page.getByLabel('Name', { exact: true }).fill('Bicycle')
    await page.getByLabel('URLs').fill(`${site.url}/bicycle`)
    await click(button(page, 'Add a rule'))
    await page.getByLabel('Value of rule 1').fill('50')
    await click(button(page, 'Add a channel'))
    await page.getByLabel('Name of the channel').fill('Slack')
    // A receiver of the same kind as Slack, on this machine.
    await page.getByLabel('URL of the channel').fill(receiver.url.replace('http', 'json'))
    await click(button(page, 'Add').last())
    await page.getByText('Slack', { exact: true }).waitFor()
    await click(button(page, 'Create'))
    await page.locator('.pages .mark', { hasText: 'new' }).waitFor()
    offer.price = '45.00'
    await click(button(page, 'Check now'))
    await page.getByText(/now 45, before/).waitFor()
    assert.ok(await until(() => receiver.messages.length > 0))
    assert.match(String(receiver.messages[0]?.['message']), /price is below 50: 45/)
  }))

test('4: two versions of a page are compared', () =>
  doTask('versions', async ({ page, click }) => {
    await click(menu(page, 'Monitors'))
    await click(page.getByRole('link', { name: /Prices of tours/ }))
    await click(button(page, 'Compare versions'))
    const compare = page.getByRole('region', { name: 'Compare two versions' })
    await compare.getByText('A guided tour costs').first().waitFor()
  }))

test('5: why a request failed', async () => {
  await demo.service.ask('POST', '/v2/scrape', { body: { url: 'http://169.254.169.254/latest' } })
  await doTask('failed', async ({ page, click }) => {
    await click(menu(page, 'Activity'))
    await click(page.getByLabel('Only failed'))
    await click(page.getByRole('link', { name: '169.254.169.254/latest' }))
    await page.getByText('does not resolve to a public address').last().waitFor()
    await page.getByText('WEIR_ALLOWED_PRIVATE_HOSTS').waitFor()
  })
})

test('6: failed pages are tried again', () =>
  doTask('retry', async ({ page, click }) => {
    await click(menu(page, 'Jobs'))
    await click(page.locator(`a[href$="${demo.ids.batch}"]`).first())
    await click(button(page, /^Retry \d failed pages$/))
    await page.waitForURL((url) => !url.pathname.endsWith(demo.ids.batch))
    await page.getByText('completed', { exact: true }).waitFor()
  }))

test('7: a colleague is invited with read access', () =>
  doTask('invite', async ({ page, click }) => {
    await click(menu(page, 'People'))
    await click(button(page, 'Invite'))
    await page.getByLabel('E-mail address').fill('grace@example.org')
    await click(page.getByRole('radio', { name: /^Viewer/ }))
    await click(button(page, 'Make the link'))
    await page.getByText('grace@example.org').waitFor()
    await page.getByText(/as viewer/).waitFor()
  }))

test('8: a key for one site', () =>
  doTask('key', async ({ page, click }) => {
    await click(menu(page, 'API keys'))
    await click(button(page, 'New key'))
    await page.getByLabel('Name').fill('manual')
    await page.getByLabel('Only these sites').fill('https://manual.example/start')
    await click(button(page, 'Create'))
    const key = await page.locator('.secret code').innerText()
    await page.getByRole('row', { name: /manual.*manual\.example/ }).waitFor()
    const scrape = (url: string) => demo.service.ask('POST', '/v2/scrape', { key, body: { url } })
    const { status, body } = await scrape(`${site.url}/bicycle`)
    assert.deepEqual([status, body.code], [403, 'KEY_HOST_NOT_ALLOWED'])
  }))

/** A PDF file of one page with a table. */
function makeTable(rows: readonly (readonly string[])[]): Buffer {
  const content = rows
    .flatMap((cells, row) =>
      cells.map(
        (text, column) => `BT /F1 11 Tf ${60 + column * 150} ${700 - row * 20} Td (${text}) Tj ET`,
      ),
    )
    .join('\n')
  return written([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< >>',
  ])
}

test('9: a PDF is parsed and its table copied', () =>
  doTask('table', async ({ page, click }) => {
    await click(menu(page, 'Documents'))
    const table = [
      ['River', 'Length', 'Weirs'],
      ['Thames', '346', '44'],
      ['Neckar', '362', '27'],
      ['Aare', '288', '11'],
    ]
    const buffer = makeTable(table)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'rivers.pdf', mimeType: 'application/pdf', buffer })
    await click(page.getByRole('tab', { name: 'Markdown' }))
    await click(button(page, 'Copy').first())
    await page.getByText('Copied').waitFor()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(copied, /\| *Neckar *\| *362 *\| *27 *\|/)
  }))

test('10: an agent is watched at work', () =>
  doTask('agent', async ({ page, click }) => {
    await click(menu(page, 'Agent'))
    await page.getByLabel('Goal').fill('Name the rivers.')
    await page.getByLabel('Pages to begin with').fill(`${demo.site.url}/`)
    await click(button(page, 'Start'))
    await page.getByRole('listitem').filter({ hasText: 'took' }).first().waitFor()
    await page.locator('.answer-words').getByText('The site describes eight rivers').waitFor()
  }))
