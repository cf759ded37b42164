import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createAskConsole } from '#test/fixtures/ask-console.ts'
import { findInLooks } from '#test/fixtures/console-browser.ts'
import { openConsole } from '#test/fixtures/open-console.ts'
import { takePicture } from '#test/fixtures/take-picture.ts'

const { demo, operator, goTo } = await openConsole()
const { service, ids } = demo
const { database } = service
const ask = createAskConsole(service, demo.base)
const cookies = await operator.page.context().cookies()
const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
const read = async (path: string) => (await ask('GET', path, { cookie })).body.data

test('the chart of a job has its pages and errors at the times when they ended', async () => {
  const whole = await read(`/jobs/${ids.batch}/timeline`)
  const job = await read(`/jobs/${ids.batch}`)
  const sum = (name: 'pages' | 'errors') =>
    whole.slots.reduce(
      (total: number, slot: Record<string, number>) => total + (slot[name] ?? 0),
      0,
    )
  assert.deepEqual([sum('pages'), sum('errors')], [job.completed, job.failed])

  // As if it had worked for 48 minutes.
  const at = [ids.batch]
  await database.query(
    `update jobs set created_at = '2026-03-01 10:00:00Z', finished_at = '2026-03-01 10:48:00Z' where id = $1`,
    at,
  )
  await database.query(
    `update job_pages set ready_at = '2026-03-01 10:05:30Z' where job_id = $1 and state = 'done'`,
    at,
  )
  await database.query(
    `update job_errors set created_at = '2026-03-01 10:48:00Z' where job_id = $1`,
    at,
  )
  const { seconds, slots, isPartial } = await read(`/jobs/${ids.batch}/timeline`)
  assert.deepEqual([seconds, isPartial], [60, false])
  assert.deepEqual(slots, [
    { at: '2026-03-01T10:05:00.000Z', pages: job.completed, errors: 0 },
    { at: '2026-03-01T10:47:00.000Z', pages: 0, errors: job.failed },
  ])

  const page = await goTo(`jobs/${ids.batch}`)
  await page.getByRole('tab', { name: 'Over time' }).click()
  await page.getByRole('img', { name: 'Pages over time' }).waitFor()
  await page.getByText('Each bar is 1 min 0 s.').waitFor()
  const rows = page.getByRole('table', { name: 'Pages over time' }).locator('tbody tr')
  assert.equal(await rows.count(), 43)
  const [first, last] = [await rows.first().innerText(), await rows.last().innerText()]
  assert.match(first, new RegExp(`05:00.*\\s${job.completed}\\s+0$`))
  assert.match(last, new RegExp(`47:00.*\\s0\\s+${job.failed}$`))
  assert.deepEqual(await findInLooks(page, 'job over time'), [])
  await takePicture(page, 'job-timeline')
})

test('a job that has read nothing yet has no chart', async () => {
  await database.query('delete from job_pages where job_id = $1', [ids.crawl])
  assert.deepEqual((await read(`/jobs/${ids.crawl}/timeline`)).slots, [])
  const page = await goTo(`jobs/${ids.crawl}`)
  await page.getByRole('tab', { name: 'Over time' }).click()
  await page.getByText('No page is finished yet').waitFor()
})

const sumOf = (series: readonly { kind: string | null; values: readonly number[] }[]) =>
  Object.fromEntries(
    series.map(({ kind, values }) => [String(kind), values.reduce((sum, one) => sum + one, 0)]),
  )

const total = (sums: Record<string, number>) => Object.values(sums).reduce((a, b) => a + b, 0)

test('usage is counted by operation, key and site, in operations and credits', async () => {
  const url = `${demo.site.url}/rivers/Thames`
  const post = { cookie, body: { url, formats: ['markdown'] } }
  const [session] = await Promise.all([
    service.server.inject({
      method: 'POST',
      url: '/v2/scrape',
      headers: { host: new URL(demo.base).host, origin: demo.base, 'x-weir-console': '1', cookie },
      payload: post.body,
    }),
    service.ask('POST', '/v2/scrape', { body: { ...post.body, waitFor: 0 } }),
  ])
  assert.equal(session?.statusCode, 200)
  const [ledger] = await database.query<{ operations: number; credits: number }>(
    `select count(*)::int as operations, -sum(amount)::int as credits from credit_entries
     where amount < 0 and kind not in ('grant', 'period', 'expiry')`,
  )
  const keys = sumOf((await read('/usage?by=key')).series)
  const credits = sumOf((await read('/usage?by=key&measure=credits')).series)
  assert.equal(Object.keys(keys).length, 2)
  assert.equal(keys['null'], 1)
  assert.deepEqual([total(keys), total(credits)], [ledger?.operations, ledger?.credits])
  assert.equal(total(sumOf((await read('/usage')).series)), ledger?.operations)
  assert.equal((await ask('GET', '/usage?by=person', { cookie })).status, 400)

  const hosts = await read('/usage?by=host')
  const [kept] = await database.query<{ all: number; first: Date }>(
    'select count(*)::int as all, min(created_at) as first from activity',
  )
  assert.equal(total(sumOf(hosts.series)), kept?.all)
  assert.ok((sumOf(hosts.series)[new URL(url).host] ?? 0) >= 2)
  assert.equal(hosts.since, kept?.first.toISOString())
  assert.equal(hosts.days.length, 7)

  const page = await goTo('')
  await page.getByLabel('What is counted by').selectOption('by site')
  await page.getByText(/Of the requests that are kept, which go back to/).waitFor()
  await page.getByRole('img', { name: 'Operations per day, by site' }).waitFor()
  assert.deepEqual(await findInLooks(page, 'usage by site'), [])
  await takePicture(page, 'usage-host')
  await page.getByLabel('What is counted by').selectOption('by API key')
  await page.getByLabel('What is counted', { exact: true }).selectOption('Credits')
  await page.getByRole('img', { name: 'Credits per day, by API key' }).waitFor()
  await takePicture(page, 'usage-key')
})

test('requests without a site are counted as such', async () => {
  const [team] = await database.query<{ id: string }>('select team_id as id from activity limit 1')
  const { series } = await read('/usage?by=host')
  const before = sumOf(series)['null'] ?? 0
  await database.query(
    `insert into activity (id, team_id, endpoint, succeeded, created_at) values ($1, $2, 'search', true, now())`,
    [newId(), team?.id ?? ''],
  )
  assert.equal(sumOf((await read('/usage?by=host')).series)['null'], before + 1)
})
