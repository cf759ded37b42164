import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Firecrawl, type Monitor, type MonitorCheckDetail } from 'firecrawl'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { firstKey, startService } from '#test/service.ts'

/** What the pages of the site hold now; undefined is 404. */
const pages = new Map<string, string>()
const service = await startService()
const sdk = new Firecrawl({ apiKey: firstKey, apiUrl: await service.listen() })
const receiver = await startReceiver()
const site = await startPages(
  Object.fromEntries(
    ['/prices', '/gone', '/site/', '/site/a', '/site/b', '/broken'].map((path) => [
      path,
      () => pages.get(path) ?? { status: 404, body: '<h1>Nothing</h1>' },
    ]),
  ),
)
disposeAfterTests(service, receiver, site)

/** So rare that no check starts by itself while a test runs. */
const schedule = { text: 'daily' }

function create(targets: object[], more: object = {}): Promise<Monitor> {
  return sdk.createMonitor({ name: 'Test', schedule, targets, ...more } as never)
}

/** Runs a check and waits until it has ended. */
async function check(id: string): Promise<MonitorCheckDetail> {
  const { id: checkId } = await sdk.runMonitor(id)
  for (;;) {
    const found = await sdk.getMonitorCheck(id, checkId)
    if (found.status !== 'queued' && found.status !== 'running') return found
    await setTimeout(50)
  }
}

const actAsOwner =
  (key: string) => (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    service.ask(method, path, { key, ...(body && { body }) })

const outcomes = ({ pages: seen }: MonitorCheckDetail) =>
  Object.fromEntries(seen.map(({ url, status }) => [url.slice(site.url.length), status]))

test('a check reports new, unchanged, changed and failed pages', async () => {
  pages.set('/prices', article('Prices', 'The small one costs 10 euros.'))
  const webhook = { url: receiver.url, metadata: { source: 'test' } }
  const target = { type: 'scrape', urls: [`${site.url}/prices`] }
  const { id } = await create([target], { webhook })

  const first = await check(id)
  assert.deepEqual([first.status, outcomes(first)], ['completed', { '/prices': 'new' }])
  assert.equal(first.actualCredits, 1)
  assert.equal(first.billingStatus, 'confirmed')
  assert.deepEqual(outcomes(await check(id)), { '/prices': 'same' })

  pages.set('/prices', article('Prices', 'The small one costs 12 euros.'))
  const third = await check(id)
  assert.deepEqual(outcomes(third), { '/prices': 'changed' })
  const [page] = third.pages
  assert.match(page?.diff?.text ?? '', /^-.*10 euros/m)
  assert.match(page?.diff?.text ?? '', /^\+.*12 euros/m)
  assert.match(JSON.stringify(page?.diff?.json), /^{"files":\[{"from"/)
  assert.notEqual(page?.previousScrapeId, null)

  pages.delete('/prices')
  const fourth = await check(id)
  assert.deepEqual([fourth.status, outcomes(fourth)], ['partial', { '/prices': 'error' }])
  assert.equal(fourth.pages[0]?.statusCode, 404)
  assert.deepEqual(outcomes(await check(id)), { '/prices': 'removed' })
  pages.set('/prices', article('Prices', 'The small one costs 12 euros.'))
  assert.deepEqual(outcomes(await check(id)), { '/prices': 'new' })

  const monitor = await sdk.getMonitor(id)
  assert.deepEqual(monitor.lastCheckSummary, {
    totalPages: 1,
    same: 0,
    changed: 0,
    new: 1,
    removed: 0,
    error: 0,
  })
  assert.equal(monitor.currentCheckId, null)
  assert.ok(monitor.lastRunAt && monitor.nextRunAt)

  const told = () =>
    receiver.messages.map(({ type, success }) => `${String(type)} ${String(success)}`)
  while (told().length < 12) await setTimeout(50)
  assert.equal(told().filter((line) => line === 'monitor.page true').length, 5)
  assert.equal(told().filter((line) => line === 'monitor.page false').length, 1)
  assert.equal(told().filter((line) => line === 'monitor.check.completed true').length, 5)
  const changed = receiver.messages.find(({ data }) => JSON.stringify(data).includes(':"changed"'))
  assert.match(JSON.stringify(changed), /12 euros/)
  assert.deepEqual(changed?.['metadata'], { source: 'test' })
})

const start = (links: string) => article('Start').replace('</main>', `<ul>${links}</ul></main>`)

test('a crawl target reports new, changed and removed pages', async () => {
  pages.set('/site/', start('<li><a href="/site/a">A</a></li>'))
  pages.set('/site/a', article('A'))
  const { id } = await create([{ type: 'crawl', url: `${site.url}/site/` }])

  assert.deepEqual(outcomes(await check(id)), { '/site/': 'new', '/site/a': 'new' })
  pages.set('/site/', start('<li><a href="/site/b">B</a></li>'))
  pages.set('/site/b', article('B'))
  const second = await check(id)
  assert.deepEqual(outcomes(second), {
    '/site/': 'changed',
    '/site/b': 'new',
    '/site/a': 'removed',
  })
  assert.equal(second.actualCredits, 2)
  assert.deepEqual(outcomes(await check(id)), { '/site/': 'same', '/site/b': 'same' })
})

test('failed pages do not stop the others', async () => {
  pages.set('/gone', article('There'))
  const urls = ['/gone', '/broken'].map((path) => site.url + path)
  const { id } = await create([
    { type: 'scrape', urls },
    { type: 'scrape', urls: ['http://nowhere.invalid/'] },
  ])
  const result = await check(id)
  assert.equal(result.status, 'partial')
  assert.deepEqual(
    { ...result.summary },
    { totalPages: 3, same: 0, changed: 0, new: 1, removed: 0, error: 2 },
  )
  // The page and the broken one; a name that does not resolve is free.
  assert.equal(result.actualCredits, 2)
  const unresolved = result.pages.find(({ url }) => url.startsWith('http://nowhere'))
  assert.match(unresolved?.error ?? '', /does not resolve/)

  const firstPage = await sdk.getMonitorCheck(id, result.id, { limit: 1, autoPaginate: false })
  assert.equal(firstPage.pages.length, 1)
  assert.match(firstPage.next ?? '', /\?skip=1&limit=1$/)
  const errors = await sdk.getMonitorCheck(id, result.id, { status: 'error' })
  assert.equal(errors.pages.length, 2)
})

test('monitors are listed, changed, paused and deleted', async () => {
  const target = { type: 'scrape', urls: [`${site.url}/prices`] }
  const monitor = await create([target], {
    schedule: { text: 'every 30 minutes' },
    goal: '  prices  ',
    retentionDays: 7,
  })
  assert.deepEqual(monitor.schedule, { cron: '*/30 * * * *', timezone: 'UTC' })
  assert.deepEqual([monitor.goal, monitor.judgeEnabled], ['prices', true])
  // 1 URL, 1 credit and 1 for judging, 48 runs a day, 30 days.
  assert.equal(monitor.estimatedCreditsPerMonth, 2_880)
  assert.ok((await sdk.listMonitors()).some(({ id }) => id === monitor.id))

  const changed = await sdk.updateMonitor(monitor.id, {
    schedule,
    name: 'Renamed',
    status: 'paused',
    goal: null,
    notification: { email: { enabled: false, recipients: ['a@example.com'] } },
  })
  assert.deepEqual([changed.name, changed.status, changed.nextRunAt], ['Renamed', 'paused', null])
  assert.deepEqual(changed.notification?.email?.recipients, ['a@example.com'])
  await assert.rejects(sdk.runMonitor(monitor.id), {
    message: /Monitor is paused\. Resume it before running a check\./,
  })
  await sdk.updateMonitor(monitor.id, { status: 'active' })

  assert.deepEqual(await sdk.listMonitorChecks(monitor.id), [])
  await check(monitor.id)
  assert.equal((await sdk.listMonitorChecks(monitor.id)).length, 1)

  await sdk.deleteMonitor(monitor.id)
  await assert.rejects(sdk.getMonitor(monitor.id), { message: /Monitor not found/ })
  await assert.rejects(sdk.deleteMonitor(monitor.id), { message: /Monitor not found/ })
})

test('two concurrent updates are both applied', async () => {
  const { id } = await create([{ type: 'scrape', urls: [`${site.url}/prices`] }])
  await Promise.all([
    sdk.updateMonitor(id, { name: 'Other' }),
    sdk.updateMonitor(id, { retentionDays: 9 }),
    sdk.updateMonitor(id, { goal: 'prices' }),
  ])
  const { name, retentionDays, goal } = await sdk.getMonitor(id)
  assert.deepEqual([name, retentionDays, goal], ['Other', 9, 'prices'])
})

test('a monitor is invisible to other teams', async () => {
  const { id } = await create([{ type: 'scrape', urls: [`${site.url}/prices`] }])
  const { key } = await addTeam(service.database)
  const ask = actAsOwner(key)
  for (const path of [`/v2/monitor/${id}`, `/v2/monitor/${id}/checks`]) {
    const { status, body } = await ask('GET', path)
    assert.deepEqual([status, body.error], [404, 'Monitor not found'])
  }
  assert.equal((await ask('DELETE', `/v2/monitor/${id}`)).status, 404)
  assert.deepEqual((await ask('GET', '/v2/monitor')).body.data, [])
})

test('without credits a monitor is kept and its checks are skipped', async () => {
  const { key } = await addTeam(service.database, { credits: 2 })
  const ask = actAsOwner(key)
  pages.set('/prices', article('Prices'))
  const urls = ['/prices', '/site/', '/site/a'].map((path) => site.url + path)
  const body = { name: 'Dear', schedule, targets: [{ type: 'scrape', urls }] }
  const { id } = (await ask('POST', '/v2/monitor', body)).body.data
  const run = await ask('POST', `/v2/monitor/${id}/run`, {})
  assert.deepEqual([run.body.data.status, run.body.data.trigger], ['queued', 'manual'])
  let found = run.body.data
  while (found.status === 'queued') {
    await setTimeout(50)
    found = (await ask('GET', `/v2/monitor/${id}/checks/${run.body.id}`)).body.data
  }
  assert.deepEqual(
    [found.status, found.error, found.actualCredits, found.estimatedCredits],
    ['skipped_no_credits', 'Monitor check skipped: insufficient credits.', 0, 3],
  )
  const monitor = (await ask('GET', `/v2/monitor/${id}`)).body.data
  assert.deepEqual([monitor.status, monitor.currentCheckId], ['active', null])
  assert.equal((await ask('GET', '/v2/team/credit-usage')).body.data.remainingCredits, 2)
})

test('invalid stored options end a check with an error that names them', async () => {
  const target = {
    type: 'scrape',
    urls: [`${site.url}/prices`],
    scrapeOptions: { waitFor: 'long' },
  }
  const { id } = await create([target])
  const { status, error, actualCredits } = await check(id)
  assert.deepEqual([status, actualCredits], ['failed', 0])
  assert.match(error ?? '', /^waitFor: /)
})

test('a second check is not started while one runs', async () => {
  await using silent = await startSite(() => {})
  const { id } = await create([{ type: 'scrape', urls: [silent.url] }])
  const first = await service.ask('POST', `/v2/monitor/${id}/run`, { body: {} })
  const second = await service.ask('POST', `/v2/monitor/${id}/run`, { body: {} })
  assert.equal(second.status, 409)
  assert.equal(second.body.error, 'Monitor check is already running.')
  assert.equal(second.body.checkId, first.body.id)
})

test('deleting a monitor cancels its check, free of charge', async () => {
  const { key } = await addTeam(service.database, { credits: 100 })
  const ask = actAsOwner(key)
  const target = { type: 'crawl', url: `${site.url}/site/`, crawlOptions: { limit: 50, delay: 30 } }
  const body = { name: 'Gone soon', schedule, targets: [target] }
  const { id } = (await ask('POST', '/v2/monitor', body)).body.data
  const run = await ask('POST', `/v2/monitor/${id}/run`, {})
  const listStatuses = () =>
    service.database.query('select status from monitor_checks where id = $1', [run.body.id])
  const listJobs = () =>
    service.database.query<{ state: string }>(
      `select state from jobs j join monitor_check_jobs c on c.job_id = j.id where check_id = $1`,
      [run.body.id],
    )
  while ((await listJobs()).length === 0) await setTimeout(20)
  assert.equal((await ask('DELETE', `/v2/monitor/${id}`)).status, 200)
  while ((await listJobs())[0]?.state === 'scraping') await setTimeout(20)
  assert.deepEqual(await listStatuses(), [{ status: 'failed' }])
  assert.equal((await ask('GET', '/v2/team/credit-usage')).body.data.remainingCredits, 100)
})

test('an invalid monitor field is refused by name', async () => {
  const target = { type: 'scrape', urls: ['https://example.com'] }
  const good = { name: 'x', schedule, targets: [target] }
  const search = { type: 'search', queries: ['weirs'] }
  const refusals: [object, number, RegExp][] = [
    [{ ...good, name: '' }, 400, /^name: /],
    [{ ...good, other: 1 }, 400, /Unrecognized key in body/],
    [{ ...good, schedule: {} }, 400, /^Schedule must include either cron or text$/],
    [{ ...good, schedule: { cron: '* * * * *' } }, 400, /more often than every 5 minutes/],
    [{ ...good, schedule: { text: 'daily', cron: '0 0 * * *' } }, 400, /or text, not both$/],
    [{ ...good, schedule: { text: 'daily', timezone: 'X/Y' } }, 400, /timezone: X\/Y$/],
    [{ ...good, targets: [] }, 400, /^targets: /],
    [{ ...good, targets: [{ ...target, urls: ['ftp://x.org'] }] }, 400, /unsupported protocol/],
    [{ ...good, targets: [{ ...target, type: 'page' }] }, 400, /^targets\.0\.type: /],
    [{ ...good, retentionDays: 366 }, 400, /^retentionDays: /],
    [{ ...good, goal: 'x'.repeat(2_001) }, 400, /^goal: /],
    [{ ...good, notification: { email: { recipients: ['nobody'] } } }, 400, /^notification\.email/],
    [{ ...good, notification: { slack: { enabled: true } } }, 400, /A Slack channel is required/],
    [{ ...good, targets: [search], judgeEnabled: true }, 400, /requires a non-empty goal/],
    [{ ...good, targets: [search] }, 400, /^A search target requires a non-empty goal$/],
    [
      { ...good, targets: [{ ...search, searchWindow: '2h' }], goal: 'news' },
      400,
      /^searchWindow must be one of: 5m, 15m, 1h, 6h, 24h, 7d$/,
    ],
    [
      { ...good, targets: [{ type: 'crawl', url: 'example.com', crawlOptions: { limit: 0 } }] },
      400,
      /^targets\.0\.crawlOptions\.limit: /,
    ],
    [{ ...good, schedule: { cron: '*/90 * * * *' } }, 400, /^Invalid cron step$/],
  ]
  for (const crawlOptions of [
    { limit: 9_007_199_254_740_991 },
    { limit: 2_147_483_648 },
    { maxDepth: 9e15 },
    { maxDiscoveryDepth: 2_147_483_648 },
  ]) {
    const targets = [{ type: 'crawl', url: 'example.com', crawlOptions }]
    refusals.push([{ ...good, targets }, 400, /^targets\.0\.crawlOptions\./])
  }
  for (const [body, status, error] of refusals) {
    const answer = await service.ask('POST', '/v2/monitor', { body })
    assert.equal(answer.status, status, JSON.stringify([body, answer.body]))
    assert.match(answer.body.error, error)
  }
  const alias = { ...good, targets: [{ type: 'scrape', url: 'example.com' }] }
  const made = await service.ask('POST', '/v2/monitor', { body: alias })
  assert.deepEqual(made.body.data.targets[0].urls, ['http://example.com'])
  const { id } = made.body.data
  const empty = await service.ask('PATCH', `/v2/monitor/${id}`, { body: {} })
  assert.equal(empty.body.error, 'Update body cannot be empty')
})
