import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startConsoleBrowser, findViolations } from '#test/fixtures/console-browser.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { findFocus, type Focused } from '#test/fixtures/keyboard.ts'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { firstKey, startService } from '#test/service.ts'

let service: Awaited<ReturnType<typeof startService>>
let browser: Awaited<ReturnType<typeof startConsoleBrowser>>
let page: Page
let site: Pages
/** Stops of the Tab key that could not be seen. */
const unmarked = new Set<string>()
const password = 'correct horse battery'

before(async () => {
  site = await startPages({
    '/': `${article('Weirs')}<a href="/a">A</a>`,
    '/a': article('Another page'),
  })
  service = await startService()
  const { id } = (await service.ask('POST', '/v2/crawl', { body: { url: site.url } })).body
  await finishedJob(service, `/v2/crawl/${id}`, firstKey)
  const base = (await service.listen()).replace('127.0.0.1', 'localhost')
  browser = await startConsoleBrowser(base)
  ;({ page } = await browser.open())
  await page.goto(`${base}/console`)
})
after(async () => {
  await browser[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true })
const press = (...keys: readonly string[]) =>
  keys.reduce((before_, key) => before_.then(() => page.keyboard.press(key)), Promise.resolve())
const type = (text: string) => page.keyboard.type(text)

/** Waits until the element of this name has the focus. */
async function isFocused(name: string | RegExp): Promise<void> {
  const found = await eventually(
    () => findFocus(page),
    (focused) => matches(focused, name),
  )
  assert.ok(matches(found, name), `${found?.name ?? 'nothing'} has the focus instead of ${name}`)
  if (found?.isMarked === false) unmarked.add(found.name)
}

const matches = (focused: Focused | null, name: string | RegExp) =>
  focused !== null &&
  (typeof name === 'string' ? focused.name.startsWith(name) : name.test(focused.name))

/** Against pressing Tab for ever; what is looked for may still be loaded. */
const pressMsMax = 60_000

/** Presses Tab until the element of this name has the focus. */
async function tabTo(name: string | RegExp): Promise<void> {
  const passed: string[] = []
  for (const late = Date.now() + pressMsMax; Date.now() < late;) {
    await page.keyboard.press('Tab')
    const focused = await findFocus(page)
    if (focused?.isMarked === false) unmarked.add(focused.name)
    if (matches(focused, name)) return
    passed.push(focused?.name.slice(0, 40) ?? '-')
  }
  assert.fail(`Tab does not reach ${name}: ${passed.slice(-120).join(' | ')}`)
}

async function goTo(name: string): Promise<void> {
  await press('Control+k')
  await isFocused('Search or jump to')
  await type(name)
  await page.getByRole('option', { name, exact: true }).waitFor()
  await press('Enter')
  await heading(name).waitFor()
  await isFocused(name)
}

test('set-up, signing out and signing in work by keyboard', async () => {
  await isFocused('Set-up code')
  await type(service.setUpCode ?? '')
  for (const text of ['Ada', 'ada@example.org', password]) {
    await press('Tab')
    await type(text)
  }
  await press('Enter')
  await heading('Playground').waitFor()
  await isFocused('Playground')
  await tabTo('Sign out')
  await press('Enter')
  await heading('Sign in to Weir').waitFor()
  await isFocused('E-mail address')
  await type('ada@example.org')
  await press('Tab')
  await type(`${password} no`)
  await press('Enter')
  await page.getByRole('alert').waitFor()
  await isFocused('Password')
  await press('Control+a')
  await type(password)
  await press('Enter')
  await heading('Playground').waitFor()
  await isFocused('Playground')
})

test('a page is scraped, and its result is walked through by keyboard', async () => {
  await tabTo(/^url/)
  await type(`${site.url}/`)
  await press('Control+Enter')
  await page.locator('iframe.preview').waitFor()
  await isFocused(/^url/)
  await tabTo('Markdown')
  await press('ArrowRight')
  const second = await eventually(
    () => findFocus(page),
    (focused) => focused?.name !== 'Markdown',
  )
  assert.notEqual(second?.name, 'Markdown')
  await press('Home')
  await isFocused('Markdown')
  await tabTo('Run')
  await press('Enter')
  await eventually(() => page.getByRole('button', { name: 'Run' }).count(), Boolean)
  await isFocused(/^Run|^Cancel/)
})

test('a job is opened, exported and left by keyboard', async () => {
  await goTo('Jobs')
  await tabTo('127.0.0.1')
  await press('Enter')
  await heading('Job').waitFor()
  await isFocused('Job')
  await tabTo('Export')
  await press('Enter')
  await page.getByRole('button', { name: /JSON Lines/ }).waitFor()
  await press('Escape')
  await isFocused('Export')
  await press('Control+k')
  await isFocused('Search or jump to')
  await press('Escape')
  await isFocused('Export')
})

test('the palette opens in the moment between the closing of a dialog and its removal', async () => {
  await goTo('Settings')
  await tabTo('Delete the team')
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await closeAndSearch()
  await isFocused('Search or jump to')
  await closeAndSearch()
  await isFocused('Search or jump to')
  await type('overview')
  await press('Enter')
  await heading('Overview').waitFor()
})

/** Closes the open dialog and presses Ctrl+K before the browser reports that it is closed. */
async function closeAndSearch(): Promise<void> {
  await page.evaluate(`(() => {
    document.querySelector('dialog[open]').close()
    dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }))
  })()`)
  // The palette is a closed dialog, too, until it is shown.
  const closed = page.locator('dialog:not([open])')
  await eventually(
    () => closed.count(),
    (count) => count === 0,
  )
}

test('dialogs take the focus and give it back', async () => {
  await goTo('Settings')
  await tabTo('Delete the team')
  await press('Enter')
  await page.getByRole('dialog').waitFor()
  await eventually(() => findFocus(page), Boolean)
  assert.ok(await page.locator('dialog :focus').count())
  await press('Escape')
  await isFocused('Delete the team')
  await goTo('API keys')
  await tabTo('New key')
  await press('Enter')
  await isFocused('Name')
  await type('nightly')
  await press('Enter')
  await page.getByRole('row', { name: /nightly/ }).waitFor()
  await eventually(() => findFocus(page), Boolean)
  await tabTo('Revoke: nightly')
  await press('Enter')
  await isFocused('Revoke now')
  await press('Enter')
  await page
    .getByRole('row', { name: /nightly/ })
    .getByText('revoked')
    .waitFor()
  assert.ok(await eventually(() => findFocus(page), Boolean))
})

test('a frame that is drawn late does not take the focus back', async () => {
  await page.evaluate(`(() => {
    const held = []
    const draw = requestAnimationFrame
    requestAnimationFrame = (callback) => held.push(callback)
    globalThis.drawHeld = () => {
      requestAnimationFrame = draw
      for (const callback of held) callback(performance.now())
    }
  })()`)
  await goTo('Jobs')
  await tabTo('127.0.0.1')
  await press('Enter')
  await heading('Job').waitFor()
  await tabTo('Find a page')
  await press('Tab')
  await isFocused('Weirs')
  await press('ArrowDown', 'Shift+Tab')
  await page.evaluate('drawHeld()')
  await isFocused('Find a page')
})

test('a button that is busy for a moment keeps the focus', async () => {
  await goTo('Webhooks')
  await tabTo('URL of the receiver')
  await type(`${site.url}/hook`)
  await tabTo('Send a test')
  await press('Enter')
  await page.locator('.notice[role="status"]').waitFor()
  await isFocused('Send a test')
  await page
    .getByRole('button', { name: /^Details/ })
    .first()
    .waitFor()
  await tabTo('Details of')
  await press('Enter')
  await page.locator('dialog .attempt').waitFor()
  assert.deepEqual(await findViolations(page, 'delivery'), [])
  await press('Escape')
  await isFocused('Details of')
})

test('threat protection is set and tried by keyboard', async () => {
  await goTo('Threat protection')
  await tabTo('off')
  await press('ArrowDown')
  await isFocused('manual-only')
  await tabTo('Blocked top-level domains')
  await type('zip')
  await press('Enter')
  await type('wrong.name')
  await page.getByText('wrong.name is not a top-level domain.').waitFor()
  await press('Control+a', 'Backspace')
  await type('mov,')
  await press('Backspace')
  await tabTo('Remove zip')
  assert.deepEqual(await page.locator('.chip').allTextContents(), ['zip'])
  await tabTo('Save')
  await press('Enter')
  await page.getByText('Changed by Ada').waitFor()
  assert.ok(await eventually(() => findFocus(page), Boolean))
  await tabTo('URL')
  await type('https://weirs.zip/')
  await press('Enter')
  await page.getByText('Blocked. Rule: blocked-tld.').waitFor()
  await isFocused('URL')
  await press('Control+a')
  await type('https://example.com/')
  await press('Enter')
  await page.getByText('Allowed. No rule decided.').waitFor()
})

test('every stop of the Tab key could be seen', () => {
  assert.deepEqual([...unmarked], [])
})

test('a policy that another admin has changed is loaded, and blocked URLs are counted', async () => {
  const put = { mode: 'manual-only', blockedTlds: ['zip'] }
  await page.getByLabel('Allowed domains').fill('example.org')
  assert.equal((await service.ask('PUT', '/v2/team/threat-protection', { body: put })).status, 200)
  await service.ask('POST', '/v2/scrape', { body: { url: 'https://weirs.zip/' } })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').getByText('was changed after you had read it').waitFor()
  await page.getByRole('button', { name: 'Discard my changes' }).click()
  await page.getByText(/^Changed by (?!Ada)/).waitFor()
  await page.reload()
  const counted = page.locator('dl > div', { hasText: 'Blocked top-level domains' })
  await counted.locator('dd', { hasText: '1' }).waitFor()
})

const stored = async () => (await service.ask('GET', '/v2/team/siem')).body.data

test('events go to a SIEM only after a confirmation', async () => {
  await page.getByRole('link', { name: 'SIEM' }).click()
  await page.getByLabel('Destination').selectOption('http')
  await page.getByLabel('URL', { exact: true }).fill(`${site.url}/events`)
  await page.getByRole('switch', { name: 'Send events' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('From now on the URL of every fetch').waitFor()
  assert.deepEqual((await stored()).configured, false)
  assert.deepEqual(await findViolations(page, 'confirmation'), [])
  await page.getByRole('button', { name: 'Send events to it' }).click()
  await page.getByRole('heading', { name: 'Events', exact: true }).waitFor()
  const { enabled, destination } = await stored()
  assert.deepEqual([enabled, destination.type], [true, 'http'])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('From now on').waitFor({ state: 'detached' })
})
