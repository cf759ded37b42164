import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findViolations } from '#test/fixtures/console-browser.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { button, openConsole } from '#test/fixtures/open-console.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { until } from '#test/fixtures/until.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { takePicture } from '#test/fixtures/take-picture.ts'

const shop = { price: '34.90' }
const site = await startPages({
  '/kettle': () => `<!doctype html><html lang="en"><title>Kettle</title><main><h1>Blue kettle</h1>
    <div class="offer"><p>€ ${shop.price}</p><p>37 people look at this</p></div></main></html>`,
})
disposeAfterTests(site)
const { demo, goTo } = await openConsole()

test('a channel is added in the form, tried, and gets a message when a price falls', async () => {
  await using receiver = await startReceiver()
  const page = await goTo('monitors')
  await button(page, 'New monitor').click()
  await page.getByLabel('Name').fill('Kettle for Slack')
  await page.getByLabel('URLs').fill(`${site.url}/kettle`)
  await button(page, 'Add a rule').click()
  await page.getByLabel('Value of rule 1').fill('30')
  await page.getByLabel('Schedule').fill('werktags um 8, 12 und 18 Uhr')
  await page.getByText('At 08:00, 12:00, and 18:00, Monday to Friday').waitFor()
  await button(page, 'Add a channel').click()
  await page.getByLabel('Name of the channel').fill('Prices')
  await page.getByLabel('URL of the channel').fill('carrier-pigeon://coop')
  await button(page, 'Add').last().click()
  await page.getByText('This is not the URL of a channel').waitFor()
  await page.getByLabel('URL of the channel').fill(receiver.url.replace('http', 'json'))
  await button(page, 'Add').last().click()
  await button(page, 'Test Prices').click()
  await page.getByText(/arrived, \d/).waitFor()
  assert.equal(receiver.messages[0]?.['title'], 'A test of Weir')
  await takePicture(page, 'monitor-channels')
  assert.deepEqual(await findViolations(page, 'channels'), [])
  await button(page, 'Create').click()
  await page.getByRole('heading', { name: 'Kettle for Slack' }).waitFor()
  await page.locator('.pages .mark', { hasText: 'new' }).waitFor()
  shop.price = '29.00'
  await button(page, 'Check now').click()
  await page.getByText(/now 29, before/).waitFor()
  assert.ok(await until(() => receiver.messages.length >= 2))
  assert.equal(receiver.messages.length, 2)
  assert.match(String(receiver.messages[1]?.['message']), /price is below 30: 29/)
})

test('a part of a page is watched with rules, which are tried before and shown afterwards', async () => {
  shop.price = '34.90'
  const page = await goTo('monitors')
  await button(page, 'New monitor').click()
  await page.getByLabel('Name').fill('Blue kettle')
  await page.getByLabel('URLs').fill(`${site.url}/kettle`)
  await page.getByText('Only a part of the page').click()
  await page.getByLabel('Watch only').fill("//div[@class='offer']")
  await page.getByLabel('Ignore lines with').fill(String.raw`/\d+ people/`)
  await button(page, 'Add a rule').click()
  await page.getByLabel('Value of rule 1').fill('32')
  await button(page, 'Try it').click()
  const watched = page.getByRole('region', { name: 'What would be watched' })
  await watched.locator('del', { hasText: '37 people look' }).waitFor()
  await page.getByText('price is now 34.9').waitFor()
  assert.ok(!(await watched.textContent())?.includes('Blue kettle'))
  await takePicture(page, 'monitor-form')
  assert.deepEqual(await findViolations(page, 'the form of a monitor'), [])
  await button(page, 'Create').click()
  await page.getByRole('heading', { name: 'Blue kettle' }).waitFor()

  await page.locator('.pages .mark', { hasText: 'new' }).waitFor()
  await page.getByText('Price falls below 32').waitFor()
  shop.price = '31.50'
  await button(page, 'Check now').click()
  await page.getByText('now 31.5, before 34.9').waitFor()
  const values = page.getByRole('region', { name: 'Values over time' })
  await values.getByText('lowest 31.5, highest 34.9, now 31.5').waitFor()
  await values.locator('.plot canvas').waitFor()
  assert.deepEqual(await values.getByRole('cell').allTextContents(), ['34.9', '31.5'])
  assert.deepEqual(await findViolations(page, 'a monitor with values'), [])
  await takePicture(page, 'monitor-rule-met')
  await button(page, 'Edit').click()
  assert.equal(await page.getByLabel('Value of rule 1').inputValue(), '32')
  assert.equal(await page.getByLabel('Watch only').inputValue(), "//div[@class='offer']")
})

const list = async () => (await demo.service.ask('GET', '/v2/monitor')).body.data

/** As changedetection.io writes it. */
const backup = (base: string) => ({
  settings: { requests: { time_between_check: { hours: 3 } } },
  watching: {
    one: {
      url: `${base}/kettle`,
      title: 'Kettle from a backup',
      include_filters: ['xpath://main', 'jq:.price'],
      subtractive_selectors: ['h1'],
      ignore_text: [String.raw`/\d+ people/`],
      trigger_text: ['Sold out'],
      time_between_check: { weeks: null, days: null, hours: null, minutes: 7, seconds: null },
      paused: true,
    },
    two: { url: 'not a url', title: 'Broken' },
  },
})

test('monitors are saved as a file and imported, also those of changedetection.io', async () => {
  const page = await goTo('monitors')
  await page.getByText('Import and export').click()
  const importFile = async (content: string) => {
    const buffer = Buffer.from(content)
    await page
      .getByLabel('File to import')
      .setInputFiles({ name: 'monitors.json', mimeType: 'application/json', buffer })
  }
  await importFile(JSON.stringify(backup(site.url)))
  await page.getByText('Added 1 monitor.').waitFor()
  await page.getByText('Kettle from a backup: without jq:.price').waitFor()
  await page.getByText(/Broken was refused: /).waitFor()
  await takePicture(page, 'monitor-import')
  assert.deepEqual(await findViolations(page, 'the import of monitors'), [])
  const [added] = await list()
  assert.deepEqual(
    [added.name, added.status, added.schedule.cron],
    ['Kettle from a backup', 'paused', '*/10 * * * *'],
  )
  const [{ scrapeOptions, watch }] = added.targets
  assert.deepEqual(scrapeOptions, { includeTags: ['xpath://main'], excludeTags: ['h1'] })
  assert.deepEqual(watch.rules, [{ type: 'text', when: 'appears', text: 'Sold out' }])

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save all as a file').click(),
  ])
  const saved = readFileSync(await download.path(), 'utf8')
  const before = (await list()).length
  await importFile(saved)
  await page.getByText(`Added ${before} monitors.`).waitFor()
  assert.equal((await list()).length, 2 * before)
  await importFile('{"a": 1}')
  await page.getByText('This is not a file of monitors').waitFor()
})
