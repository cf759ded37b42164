import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findInLooks } from '#test/fixtures/console-browser.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { button, openConsole } from '#test/fixtures/open-console.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { takePicture } from '#test/fixtures/take-picture.ts'
import { until } from '#test/fixtures/until.ts'

const cinema = { film: 'The Weir Keeper', price: 9 }
const cinemaPage = () => `<!doctype html><html lang="en"><title>Cinema</title>
  <body style="margin:0;font:20px sans-serif"><header style="height:120px;background:#dde">
  <p>Rotating advertisement</p></header><main><h1>Tonight</h1>
  <section class="programme"><p>${cinema.film}</p><p>Seats from ${cinema.price} euros</p></section>
  <aside class="weather"><p>It rains in Basel</p></aside></main></body></html>`

/** Its programme is there after a click, and after an answer. */
const asking = `<!doctype html><html lang="en"><title>Cinema</title>
  <body style="margin:0;font:20px sans-serif"><main><h1>Which town?</h1>
  <input aria-label="Town" style="display:block;width:600px;height:60px">
  <button id="go" style="width:600px;height:60px" onclick="this.nextElementSibling.textContent =
  'Programme of ' + document.querySelector('input').value">Show</button><p></p></main></html>`
const site = await startPages({ '/tonight': cinemaPage, '/towns': asking })
disposeAfterTests(site)
const { demo, operator, goTo } = await openConsole({ browser: true })

const isLoaded = (image: { readonly complete?: boolean; readonly naturalWidth?: number }) =>
  image.complete === true && (image.naturalWidth ?? 0) > 0

test('elements are picked on the picture of the page by mouse and keyboard, and tried', async () => {
  const page = await goTo('monitors')
  await button(page, 'New monitor').click()
  await page.getByLabel('Name', { exact: true }).fill('Tonight')
  await page.getByLabel('URLs').fill(`${site.url}/tonight`)
  await button(page, 'Pick on the page').click()
  const picture = page.getByRole('application', { name: 'Picture of the page' })
  const frame = picture.locator('.frame')
  // Boxes can be placed when the picture has its size.
  const image = picture.locator('img')
  assert.ok(await until(() => image.evaluate(isLoaded)))
  await frame.click({ position: { x: 30, y: 20 } })
  const chosen = page.getByRole('list', { name: 'Picked elements' })
  await chosen.getByText('watched').waitFor()
  await button(page, /^Remove /).click()
  await chosen.waitFor({ state: 'detached' })
  await picture.focus()
  const up = ['ArrowUp', 'ArrowUp', 'ArrowUp']
  for (const key of [...up, 'ArrowRight', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await chosen.getByText('section.programme').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Delete')
  await chosen.getByText('left out').waitFor()
  await takePicture(page, 'monitor-picker')
  assert.deepEqual(await findInLooks(page, 'the picker'), [])
  await button(page, 'Use these').click()
  assert.equal(await page.getByLabel('Watch only').inputValue(), 'section.programme')
  assert.equal(await page.getByLabel('Leave out').inputValue(), 'aside.weather')
  await button(page, 'Try it').click()
  const watched = page.getByRole('region', { name: 'What would be watched' })
  await watched.getByText('The Weir Keeper').waitFor()
  const text = (await watched.textContent()) ?? ''
  assert.ok(!text.includes('advertisement') && !text.includes('Basel'))
  assert.deepEqual(operator.complaints, [])
})

test('steps are recorded by doing them once, and checks do them before they read the page', async () => {
  const page = await goTo('monitors')
  await button(page, 'New monitor').click()
  await page.getByLabel('Name', { exact: true }).fill('Towns')
  await page.getByLabel('URLs').fill(`${site.url}/towns`)
  await button(page, 'Record steps').click()
  const frame = page.getByRole('application', { name: 'Picture of the page' }).locator('.frame')
  const steps = page.getByRole('list', { name: 'Recorded steps' }).last()
  const clickOn = async (place: number) => {
    const image = frame.locator('img')
    assert.ok(await until(() => image.evaluate(isLoaded)))
    const box = await frame.boundingBox()
    const naturalWidth = await image.evaluate(
      (one: { naturalWidth?: number }) => one.naturalWidth ?? 1,
    )
    const scale = (box?.width ?? 1) / naturalWidth
    await frame.click({ position: { x: 60 * scale, y: place * scale } })
  }
  await clickOn(130)
  await steps.getByText(/^click input/).waitFor()
  await page.getByLabel('Text to type').fill('Basel')
  await button(page, 'Type it').click()
  await steps.getByText('write Basel').waitFor()
  await clickOn(190)
  await steps.getByText('click #go').waitFor()
  await frame.waitFor()
  await takePicture(page, 'monitor-steps')
  assert.deepEqual(await findInLooks(page, 'the recorder'), [])
  await button(page, 'Use these steps').click()
  // Typing has submitted nothing but the text.
  assert.equal(await page.getByRole('alert').count(), 0)
  await button(page, 'Try it').click()
  const watched = page.getByRole('region', { name: 'What would be watched' })
  await watched.getByText('Programme of Basel').waitFor()
  await button(page, 'Create').click()
  await page.getByText('new', { exact: true }).first().waitFor()
  await button(page, 'Edit').click()
  await page.getByRole('list', { name: 'Recorded steps' }).getByText('write Basel').waitFor()
  await button(page, 'Close').first().click()
  assert.deepEqual(operator.complaints, [])
})

test('a page that cannot be read says why in the picker', async () => {
  const page = await goTo('monitors')
  await button(page, 'New monitor').click()
  await page.getByText('Enter an address first.').waitFor()
  await page.getByLabel('URLs').fill('http://127.0.0.1:9/closed')
  await button(page, 'Pick on the page').click()
  await page.getByRole('dialog', { name: 'Pick what is watched' }).getByRole('alert').waitFor()
  assert.ok(await button(page, 'Use these').isDisabled())
  // The browser reports the failed request.
  operator.complaints.length = 0
})

async function checkNow(page: Page, mark: string): Promise<void> {
  const { length } = await listChecks()
  await button(page, 'Check now').click()
  const isChecked = async () => {
    const checks = await listChecks()
    return checks.length > length && checks[0]?.status === 'completed'
  }
  assert.ok(await until(isChecked))
  await page.locator('.pages .mark', { hasText: mark }).waitFor()
}
let cinemaMonitor = ''
const listChecks = async () =>
  (await demo.service.ask('GET', `/v2/monitor/${cinemaMonitor}/checks`)).body.data as readonly {
    status: string
  }[]

test('any two versions are compared, with their pictures', async () => {
  const scrapeOptions = { formats: ['markdown', 'screenshot'] }
  const targets = [{ type: 'scrape', urls: [`${site.url}/tonight`], scrapeOptions }]
  const body = { name: 'Cinema', schedule: { text: 'daily' }, targets, tags: ['culture'] }
  cinemaMonitor = (await demo.service.ask('POST', '/v2/monitor', { body })).body.data.id
  const page = await goTo(`monitors/${cinemaMonitor}`)
  await checkNow(page, 'new')
  cinema.price = 11
  await checkNow(page, 'changed')
  cinema.film = 'Night of the Sluice'
  await checkNow(page, 'changed')
  // The picture of a version is stored as long as the version, and not for a day.
  const [held] = await demo.service.database.query<{ files: number }>(
    `select count(*)::integer as files from files where holder = $1 and expires_at > now() + interval '20 days'`,
    [cinemaMonitor],
  )
  assert.equal(held?.files, 3)
  await button(page, 'Compare versions').click()
  const compare = page.getByRole('region', { name: 'Compare two versions' })
  await compare.getByText('Night of the Sluice').first().waitFor()
  assert.ok(!(await compare.locator('.added').allTextContents()).join().includes('11'))
  const earlier = compare.getByLabel('Earlier version')
  await earlier.selectOption({ index: 2 })
  await compare.locator('.added', { hasText: 'Seats from 11 euros' }).waitFor()
  await compare.getByRole('img', { name: 'The page in the check before' }).waitFor()
  await compare.getByLabel('Border between the screenshots').fill('20')
  await takePicture(page, 'monitor-compare')
  assert.deepEqual(await findInLooks(page, 'versions'), [])
  await button(page, 'Difference').click()
  await compare.getByRole('img', { name: /^What differs/ }).waitFor()
  await takePicture(page, 'monitor-difference')
  assert.deepEqual(await findInLooks(page, 'the difference'), [])
  await compare
    .getByRole('group', { name: 'Look of the screenshots' })
    .getByText('Side by side')
    .click()
  assert.equal(await compare.locator('.beside img').count(), 2)
  await button(page, 'Swap the versions').click()
  await compare.locator('.removed', { hasText: 'Seats from 11 euros' }).waitFor()
  await button(page, 'Back to the check').click()
  await button(page, 'Compare versions').waitFor()
  assert.deepEqual(operator.complaints, [])
})

test('monitors are found by tag, text and unread changes, and get tags together', async () => {
  const page = await goTo('monitors')
  const names = page.getByRole('navigation', { name: 'Monitors' }).locator('li > a b')
  await page.getByRole('button', { name: /^Tag culture: 1 monitor/ }).click()
  assert.deepEqual(await names.allTextContents(), ['Cinema'])
  await button(page, 'Select').click()
  await button(page, 'Select all').click()
  await page.getByLabel('Tag', { exact: true }).fill('evening')
  await button(page, 'Add the tag').click()
  await page.getByRole('button', { name: /^Tag evening: 1 monitor/ }).waitFor()
  await takePicture(page, 'monitor-tags')
  assert.deepEqual(await findInLooks(page, 'tags'), [])
  await button(page, 'Take the tag away').click()
  await page.getByRole('button', { name: /^Tag evening/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Tag culture/ }).click()
  await page.getByLabel('Find a monitor').fill('no such monitor')
  await page.getByText('No monitor fits.').waitFor()
  await page.getByLabel('Find a monitor').fill('/tonight')
  assert.deepEqual(await names.allTextContents(), ['Cinema'])
  await page.getByLabel('Find a monitor').fill('')
  await page.getByRole('button', { name: 'Unread', exact: true }).click()
  assert.ok(!(await names.allTextContents()).includes('Cinema'))
})

test('a monitor is paused until a time', async () => {
  const page = await goTo(`monitors/${cinemaMonitor}`)
  await button(page, 'Pause').click()
  await takePicture(page, 'monitor-pause')
  assert.deepEqual(await findInLooks(page, 'the menu of pauses'), [])
  await button(page, 'Until tomorrow, 8:00').click()
  await page.getByText(/^paused until .* 8:00/).waitFor()
  assert.ok(await button(page, 'Check now').isDisabled())
  await button(page, 'Resume').click()
  await page.getByText(/^next /).waitFor()
  await button(page, 'Pause').click()
  await page.getByLabel('Until a day and time').fill('2099-05-01T10:30')
  await button(page, 'Pause until then').click()
  await page.getByText(/^paused until May 1, 2099/).waitFor()
})

test('a feed is made, read without a key, and removed', async () => {
  const page = await goTo(`monitors/${cinemaMonitor}`)
  await page.getByText('RSS and Atom feeds').click()
  await button(page, 'Create a feed').click()
  const address = new URL(await page.getByLabel('Atom address').inputValue())
  await takePicture(page, 'monitor-feeds')
  assert.deepEqual(await findInLooks(page, 'feeds'), [])
  const read = async () => {
    const url = address.pathname + address.search
    const { statusCode, body } = await demo.service.server.inject({ url })
    return { status: statusCode, text: body }
  }
  assert.match((await read()).text, /Night of the Sluice/)
  await button(page, /^Remove the feed of Cinema/).click()
  await button(page, /^Remove the feed of/).waitFor({ state: 'detached' })
  assert.equal((await read()).status, 404)
})
