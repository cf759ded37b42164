import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStepNow, makeCode } from '#accounts/totp.ts'
import { readBase32 } from '#test/fixtures/base32.ts'
import { findViolations } from '#test/fixtures/console-browser.ts'
import { button, openConsole } from '#test/fixtures/open-console.ts'

const { demo, goTo } = await openConsole()

test('a person and a team are renamed', async () => {
  const page = await goTo('settings')
  await page.getByLabel('Name that others see', { exact: true }).fill('Grace Hopper')
  await button(page, 'Rename: Name that others see').click()
  await page.locator('nav, aside').getByText('Grace Hopper').first().waitFor()
  await page.getByLabel('Name of the team', { exact: true }).fill('Navy')
  await button(page, 'Rename: Name of the team').click()
  await page.locator('nav, aside').getByText('Navy').first().waitFor()
  const [team] = await demo.service.database.query<{ name: string }>(
    'select name from teams where is_first',
    [],
  )
  assert.equal(team?.name, 'Navy')
})

test('results are stored as long as the team says, and those of a job longer', async () => {
  const { service, site } = demo
  const readDays = async (id: string) => {
    const [job] = await service.database.query<{ days: number }>(
      `select round(extract(epoch from expires_at - now()) / 86400)::integer as days from jobs where id = $1`,
      [id],
    )
    return job?.days
  }
  const crawl = async () => {
    const body = { url: `${site.url}/`, limit: 1 }
    return (await service.ask('POST', '/v2/crawl', { body })).body.id as string
  }
  const page = await goTo('settings')
  const days = page.getByLabel('Days that results are stored')
  assert.equal(await days.inputValue(), '1')
  await days.fill('30')
  const saved = page.waitForResponse((response) => response.url().endsWith('/team/result-days'))
  await days.press('Tab')
  await saved
  const id = await crawl()
  assert.equal(await readDays(id), 30)
  await goTo(`jobs/${id}`)
  const kept = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByLabel('Store the results for').selectOption('90')
  await kept
  assert.equal(await readDays(id), 90)
  assert.deepEqual(await findViolations(page, 'a job that is stored longer'), [])
})

test('results are kept for ever as a named set, which the list finds, and given up again', async () => {
  const { service, ids } = demo
  const page = await goTo(`jobs/${ids.crawl}`)
  await page.getByLabel('Name of the set').fill('Rivers 2026')
  await button(page, 'Keep for ever').click()
  await page.getByText('kept for ever as Rivers 2026').waitFor()
  assert.deepEqual(await findViolations(page, 'a kept job'), [])
  const readYears = async () => {
    const [job] = await service.database.query<{ years: number }>(
      'select extract(year from expires_at)::integer - extract(year from now())::integer as years from jobs where id = $1',
      [ids.crawl],
    )
    return job?.years ?? 0
  }
  assert.ok((await readYears()) > 500)
  await goTo('jobs')
  await page.getByLabel('Only kept sets').check()
  await page.getByRole('row').nth(2).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Rivers 2026' }).waitFor()
  assert.equal(await page.getByRole('row').count(), 2)
  await goTo(`jobs/${ids.crawl}`)
  await page.getByLabel('Store the results for').selectOption('7')
  await page.getByText(/kept until/).waitFor()
  assert.ok((await readYears()) <= 1)
})

test('a language is chosen, and the console speaks it', async () => {
  const page = await goTo('settings')
  await page.getByLabel('Language of the console').selectOption('de')
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor()
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await page.getByRole('navigation').getByRole('link', { name: 'API-Schlüssel' }).waitFor()
  assert.deepEqual(await findViolations(page, 'settings in German'), [])
  await page.getByLabel('Sprache der Konsole').selectOption('en')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
})

test('the palette begins something new, once for each time it is chosen', async () => {
  const page = await goTo('keys')
  await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
  for (const [wanted, title] of [
    ['invite', 'Invite a person'],
    ['new monitor', 'New monitor'],
    ['new monitor', 'New monitor'],
    ['new api key', 'New key'],
  ] as const) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(wanted)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.waitFor()
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await dialog.waitFor({ state: 'detached' })
  }
  await page.reload()
  await page.getByRole('table').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('an authenticator app is set up, and its code is asked for at sign-in', async () => {
  const page = await goTo('settings')
  await button(page, 'Set up an authenticator app').click()
  await page.getByAltText('QR code for the authenticator app').waitFor()
  assert.deepEqual(await findViolations(page, 'setting up codes'), [])
  const secret = await page.locator('.secret code').innerText()
  const code = (later: 0 | 1) => makeCode(readBase32(secret), findStepNow(new Date()) + later)
  await page.getByLabel('Code: Switch codes on').fill(code(0))
  await button(page, 'Switch codes on').click()
  await page.getByText('Keep these recovery codes').waitFor()
  await page.getByText(/10 recovery codes are left/).waitFor()
  assert.deepEqual(await findViolations(page, 'recovery codes'), [])
  await page.getByLabel('Sign out').click()
  await page.getByLabel('E-mail address').fill('ada@example.org')
  await page.getByLabel('Password').fill('correct horse battery')
  await button(page, 'Sign in').first().click()
  const field = page.getByLabel('Code of your authenticator app')
  await field.fill(code(1))
  assert.deepEqual(await findViolations(page, 'sign-in with a code'), [])
  await button(page, 'Sign in').first().click()
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
})
