import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findInLooks } from '#test/fixtures/console-browser.ts'
import { button, openConsole } from '#test/fixtures/open-console.ts'
import { takePicture } from '#test/fixtures/take-picture.ts'

const { demo, goTo } = await openConsole()

test('a window of time is typed, and changed in a grid of days and hours', async () => {
  const page = await goTo('monitors')
  await button(page, 'New monitor').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Opening hours')
  await dialog.getByLabel('URLs').fill(`${demo.site.url}/prices`)
  await dialog
    .getByLabel('Schedule', { exact: true })
    .fill('every 30 minutes between 8 and 18 on weekdays')
  await dialog.getByText(/^Every 30 minutes, in the hours 8–17, Monday to Friday\./).waitFor()
  await dialog.locator('summary', { hasText: 'Days and hours' }).click()
  const hour = (name: string) => dialog.getByLabel(`From ${name}`, { exact: true })
  assert.deepEqual([await hour('7:00').isChecked(), await hour('8:00').isChecked()], [false, true])
  assert.equal(await dialog.getByLabel('Saturday').isChecked(), false)
  await hour('12:00').uncheck()
  await dialog.getByLabel('Saturday').check()
  await dialog.getByLabel('How often in each hour').selectOption('every 15 minutes')
  assert.equal(
    await dialog.getByLabel('Schedule', { exact: true }).inputValue(),
    '*/15 8-11,13-17 * * 1-6',
  )
  await dialog.getByText(/in the hours 8–11 and 13–17, Monday to Saturday\./).waitFor()
  assert.deepEqual(await findInLooks(page, 'schedule grid'), [])
  await hour('12:00').scrollIntoViewIfNeeded()
  await takePicture(page, 'schedule-grid')
  await button(page, 'Create and check now').click()
  await page.getByRole('heading', { name: 'Opening hours', level: 2 }).waitFor()
  const [{ schedule }] = (await demo.service.ask('GET', '/v2/monitor')).body.data
  assert.equal(schedule.cron, '*/15 8-11,13-17 * * 1-6')
})

test('the last day and the last hour of a grid stay', async () => {
  const page = await goTo('monitors')
  await button(page, 'New monitor').click()
  const dialog = page.getByRole('dialog')
  const schedule = dialog.getByLabel('Schedule', { exact: true })
  await schedule.fill('0 9 * * 1')
  await dialog.locator('summary', { hasText: 'Days and hours' }).click()
  await dialog.getByLabel('Monday', { exact: true }).click()
  await dialog.getByLabel('From 9:00', { exact: true }).click()
  assert.equal(await schedule.inputValue(), '0 9 * * 1')
  await schedule.fill('first of the month')
  await dialog.getByText('This schedule has parts that the grid does not show.').waitFor()
  await button(page, '8 to 18').click()
  assert.equal(await schedule.inputValue(), '0 8-17 * * *')
})

test('the grid shows what a cron expression says, and no other expression', async () => {
  const page = await goTo('monitors')
  await button(page, 'New monitor').click()
  const dialog = page.getByRole('dialog')
  const schedule = dialog.getByLabel('Schedule', { exact: true })
  await dialog.locator('summary', { hasText: 'Days and hours' }).click()
  const last = dialog.getByLabel('From 23:00', { exact: true })
  const schedules = {
    '*/30 8-17 * * 1-5': '*/30 8-17 * * 1-5',
    '15 9 * * *': '15 9 * * *',
    '*/20 */6 * * 0': '*/20 0,6,12,18 * * 0',
    '5 1,3-4 * * 6,7': '5 1,3-4 * * 0,6',
    '0 8-18/5 * * 0-7': '0 8,13,18 * * *',
  }
  for (const [cron, written] of Object.entries(schedules)) {
    await schedule.fill(cron)
    await last.check()
    await last.uncheck()
    assert.equal(await schedule.inputValue(), written)
  }
  const isOther = dialog.getByText('This schedule has parts that the grid does not show.')
  for (const cron of ['0 9 1 * *', '0 9 * 3 *', '7-59/20 * * * *', '0 9/2 * * *']) {
    await schedule.fill('0 9 * * *')
    await isOther.waitFor({ state: 'detached' })
    await schedule.fill(cron)
    await isOther.waitFor()
  }
})
