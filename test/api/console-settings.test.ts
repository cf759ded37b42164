import assert from 'node:assert/strict'
import { test } from 'node:test'
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
