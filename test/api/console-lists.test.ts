/** Lists of more rows than are shown at once: every row is reached. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { button, openConsole } from '#test/fixtures/open-console.ts'
import { findInLooks } from '#test/fixtures/console-browser.ts'

const { demo, operator, goTo } = await openConsole()
const { database } = demo.service
const added = 230

/** Adds copies of the newest row of a table, of which each is a little older than the one before. */
const multiply = (table: string, where = 'true') =>
  database.query(
    `insert into ${table} overriding user value
     select (jsonb_populate_record(null::${table}, to_jsonb(one) || jsonb_build_object('id', gen_random_uuid(), 'thread_id', gen_random_uuid(),
       'created_at', one.created_at - interval '1 millisecond' * (number / 3)))).*
     from (select * from ${table} where ${where} order by created_at limit 1) one, generate_series(1, ${added}) number`,
    [],
  )

before(async () => {
  const [{ id } = { id: '' }] = await database.query<{ id: string }>(
    'select team_id as id from jobs limit 1',
    [],
  )
  await database.query(
    `insert into browser_sessions (id, team_id, principal, owner, state, ttl_seconds, activity_ttl_seconds, stream_web_view, leased_until, ended_at)
     select gen_random_uuid(), $1, principal, gen_random_uuid(), 'destroyed', 60, 60, true, now(), now() from jobs limit 1`,
    [id],
  )
  await multiply('browser_sessions')
  await multiply('jobs', `kind = 'crawl'`)
  await multiply('agent_runs', `state = 'succeeded'`)
  await multiply('deliveries', `state = 'delivered'`)
  await multiply('activity', `succeeded and endpoint = 'map'`)
  await database.query(
    `insert into console_events (id, team_id, actor, action, subject, address, created_at)
     values (gen_random_uuid(), $1, 'Ada', 'changed the own name', 'Ada', '127.0.0.1', now())`,
    [id],
  )
  await multiply('console_events')
})

/** Presses "Show more" below a list until it is gone; returns the number of rows then. */
async function countAll(page: Page, list = page.locator('.card', { has: page.locator('tbody') })) {
  const rows = list.locator('tbody tr, .event-list li')
  const more = list.getByRole('button', { name: 'Show more' })
  await rows.first().waitFor()
  while (await more.isVisible()) {
    await more.click()
    await more
      .and(page.locator(':enabled'))
      .or(list.locator(':scope:not(:has(> button))'))
      .waitFor()
  }
  return rows.count()
}

const countRows = async (table: string) => {
  const [row] = await database.query<{ rows: number }>(
    `select count(*)::integer as rows from ${table}`,
    [],
  )
  return row?.rows ?? 0
}

for (const [path, table] of [
  ['jobs', `jobs where kind in ('crawl', 'batch-scrape')`],
  ['sessions', 'browser_sessions where run_id is null'],
  ['agent', `agent_runs where kind = 'agent'`],
  ['webhooks', 'deliveries'],
] as const)
  test(`every row is reached: ${path}`, async () => {
    const rows = await countRows(table)
    assert.ok(rows > added)
    assert.equal(await countAll(await goTo(path)), rows)
  })

test('requests of all days are reached, and those of one host are found behind all others', async () => {
  await demo.service.ask('POST', '/v2/scrape', { body: { url: 'http://169.254.0.9/a' } })
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  await database.query(
    'update activity set created_at = $1 where created_at = (select max(created_at) from activity)',
    [yesterday],
  )
  const page = await goTo('activity')
  assert.equal(await countAll(page), await countRows('activity'))
  const events = page.locator('.card', { has: page.locator('.event-list') })
  assert.equal(await countAll(page, events), await countRows('console_events'))
  const rows = page.locator('tbody tr')
  await page.getByLabel('Day').selectOption({ label: 'Yesterday' })
  await rows.and(page.locator(':only-child')).waitFor()
  assert.match(await rows.innerText(), /SCRAPE_DNS_RESOLUTION_ERROR/)
  assert.deepEqual(await findInLooks(page, 'activity'), [])
  await page.getByLabel('Day').selectOption('')
  // Of the oldest request there is nothing among the rows that are loaded first.
  await page.getByLabel('Find a request').fill('169.254.0.9')
  await rows.and(page.locator(':only-child')).waitFor()
  assert.match(await rows.innerText(), /169\.254\.0\.9/)
})

test('the pages of a check that are the same are shown on demand', async () => {
  await database.query(
    `insert into monitor_pages (id, check_id, monitor_id, target_id, url, url_key, status, credits, created_at)
     select gen_random_uuid(), check_id, monitor_id, target_id, url || '/' || number, decode(md5(number::text), 'hex'), 'same', 0, now()
     from (select * from monitor_pages where monitor_id = $1 and status = 'same' order by created_at desc limit 1) page, generate_series(1, 150) number`,
    [demo.ids.monitor],
  )
  await database.query(
    `update monitor_checks set summary = summary || '{"totalPages": 152}' where monitor_id = $1`,
    [demo.ids.monitor],
  )
  const page = await goTo(`monitors/${demo.ids.monitor}`)
  await button(page, 'Show more (52 left)').click()
  await button(page, /^Show more/).waitFor({ state: 'detached' })
  assert.equal(await page.locator('.pages .mark').count(), 152)
})

test('a console whose session cannot be asked for says why and tries again', async () => {
  const { page } = operator
  const address = '**/console/api/session'
  await page.route(address, (route) =>
    route.fulfill({
      status: 503,
      json: { success: false, error: 'The database cannot be reached.' },
    }),
  )
  await page.goto(`${demo.base}/console/jobs`)
  await page.getByText('The database cannot be reached.').waitFor()
  assert.equal(await page.getByLabel('Password').count(), 0)
  assert.deepEqual(await findInLooks(page, 'refused session'), [])
  await page.unroute(address)
  await page.route(address, (route) => route.abort())
  await button(page, 'Try again').click()
  await page.getByText('The service cannot be reached.').waitFor()
  await page.unroute(address)
  await button(page, 'Try again').click()
  await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor()
})
