import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { article, startPages, type Pages } from '#test/fixtures/pages.ts'
import { html } from '#test/fixtures/refusals/refusal-page.ts'
import { firstKey, startService } from '#test/service.ts'

const challenge = html('Just a moment...', '<script>window._cf_chl_opt={}</script>')
const mill = 'The mill beside the weir was built of oak and stone.'

let service: Awaited<ReturnType<typeof startService>>
let site: Pages
/** Whether the site refuses, with status 200, as many do. */
let refuses = true
before(async () => {
  service = await startService()
  site = await startPages({
    '/': '<h1>Mills</h1><a href="/checked">One</a> <a href="/denied">Two</a> <a href="/open">Three</a>',
    '/checked': () => (refuses ? challenge : article('Mills', mill)),
    '/denied': { status: 403, body: '<h1>403 Forbidden</h1>' },
    '/open': article('Open'),
  })
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})

async function scrape(path: string, options: object = {}) {
  const { body } = await service.ask('POST', '/v2/scrape', {
    body: { url: `${site.url}${path}`, ...options },
  })
  return body.data
}

const count = async (table: string) => {
  const [row] = await service.database.query<{ count: number }>(
    `select count(*)::integer as count from ${table}`,
  )
  return row?.count
}

test('a refusal has its status, a warning and its kind, costs a page, and is neither cached nor indexed', async () => {
  for (const [path, status, kind] of [
    ['/checked', 200, 'challenge'],
    ['/denied', 403, 'block'],
  ] as const) {
    const { metadata, warning } = await scrape(path)
    assert.deepEqual(
      [metadata.statusCode, metadata.refusal, metadata.creditsUsed],
      [status, kind, 1],
    )
    assert.match(warning, /^The site did not return this page/)
    const asked = site.requests.length
    assert.equal((await scrape(path)).metadata.cacheState, 'miss')
    assert.ok(site.requests.length > asked)
  }
  assert.deepEqual([await count('cached_pages'), await count('search_pending')], [0, 0])
})

test('change tracking does not take a refusal for a version of the page', async () => {
  const formats = ['markdown', 'changeTracking']
  refuses = false
  const url = '/checked?tracked'
  assert.equal((await scrape(url, { formats })).changeTracking.changeStatus, 'new')
  refuses = true
  const refused = await scrape(url, { formats })
  assert.equal(refused.changeTracking, undefined)
  assert.match(refused.warning, /Comparing failed.*challenge/)
  refuses = false
  assert.equal((await scrape(url, { formats })).changeTracking.changeStatus, 'same')
  refuses = true
})

async function finished(path: string, isOver: (body: { status: string }) => boolean) {
  for (;;) {
    const { body } = await service.ask('GET', path)
    if (isOver(Array.isArray(body.data) ? body : (body.data ?? body))) return body
    await sleep(100)
  }
}

test('a crawl counts the pages that the site did not return', async () => {
  const { body } = await service.ask('POST', '/v2/crawl', {
    body: { url: site.url, sitemap: 'skip' },
    key: firstKey,
  })
  const crawl = await finished(`/v2/crawl/${body.id}`, ({ status }) => status === 'completed')
  // Two links of the article lead nowhere.
  assert.equal(crawl.completed, 6)
  assert.match(crawl.warning, /did not return 2 of 6 pages/)
})

test('a monitor reports a refusal as an error and keeps its baseline', async () => {
  const target = { type: 'scrape', urls: [`${site.url}/checked?watched`] }
  const { body } = await service.ask('POST', '/v2/monitor', {
    body: { name: 'Mills', schedule: { text: 'every 30 minutes' }, targets: [target] },
  })
  const states: unknown[] = []
  for (const isRefused of [false, true, false]) {
    refuses = isRefused
    const run = await service.ask('POST', `/v2/monitor/${body.data.id}/run`, { body: {} })
    const path = `/v2/monitor/${body.data.id}/checks/${run.body.id ?? run.body.data.id}`
    const check = await finished(path, ({ status }) => !['queued', 'running'].includes(status))
    states.push(check.data.pages.map((page: { status: string }) => page.status))
  }
  assert.deepEqual(states, [['new'], ['error'], ['same']])
})
