import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { addKey, addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const site = await startPages({ '/': article('Weirs') })
disposeAfterTests(service, site)

const slowDown = 'Request rate limit exceeded. Please wait and try again later.'
const nowhere = '0199b0a0-0000-7000-8000-00000000abcd'

test('ids are case-insensitive', async () => {
  const scraped = await service.ask('POST', '/v2/scrape', { body: { url: site.url } })
  const id: string = scraped.body.data.metadata.scrapeId
  const again = await service.ask('GET', `/v2/scrape/${id.toUpperCase()}`)
  assert.deepEqual([again.status, again.body], [200, scraped.body])

  const batch = await service.ask('POST', '/v2/batch/scrape', { body: { urls: [site.url] } })
  const path = `/v2/batch/scrape/${batch.body.id.toUpperCase()}`
  const status = await service.ask('GET', `${path}?limit=1`)
  assert.equal(status.status, 200)
  assert.equal((await service.ask('GET', `${path}/errors`)).status, 200)
})

test('upload ids are case-insensitive', async () => {
  const body = { filename: 'a.html' }
  const { body: announced } = await service.ask('POST', '/v2/parse/upload-url', { body })
  const { pathname, search } = new URL(announced.data.uploadUrl)
  const [id = ''] = pathname.split('/').slice(-1)
  const url = pathname.replace(id, id.toUpperCase()) + search
  const sent = await service.server.inject({ method: 'PUT', url, payload: '<p>Text' })
  assert.deepEqual([sent.statusCode, sent.json()], [200, { success: true }])
})

test('every UUID is a valid id, and nothing else is', async () => {
  const paths = ['/v2/scrape/', '/v2/crawl/', '/v2/batch/scrape/']
  for (const path of paths) {
    for (const id of [nowhere, nowhere.toUpperCase(), '11111111-1111-1111-1111-111111111111']) {
      const { status, body } = await service.ask('GET', path + id)
      assert.deepEqual([status, body.error.replace('.', '')], [404, 'Job not found'], path + id)
    }
    for (const id of ['x', nowhere.replaceAll('-', ''), `${nowhere}0`, `%7B${nowhere}%7D`]) {
      const { status, body } = await service.ask('GET', path + id)
      const expected = [400, 'Invalid job ID format. Job ID must be a valid UUID.']
      assert.deepEqual([status, body.error], expected, path + id)
    }
  }
})

async function error(body: object): Promise<string> {
  return (await service.ask('POST', '/v2/scrape', { body })).body.error
}

test('an invalid monitor id is a validation error', async () => {
  for (const path of ['/v2/monitor/x', '/v2/monitor/x/checks', `/v2/monitor/${nowhere}/checks/x`]) {
    const { status, body } = await service.ask('GET', path)
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'], path)
    assert.match(body.error, /^(monitor|check)Id: Invalid/)
  }
})

test('the error text is the first finding of a custom rule', async () => {
  const many = Array.from({ length: 51 }, () => ({ type: 'scrape' }))
  assert.equal(await error({ url: 'ftp://x.com', waitFor: 'x' }), 'URL uses unsupported protocol')
  assert.match(await error({ url: 5, actions: many }), /^url: Invalid input/)
  assert.equal(
    await error({ url: site.url, actions: many, maxAge: 'x' }),
    'Number of actions cannot exceed 50',
  )
})

test('two endpoints have their own rate limit texts', async () => {
  const { database } = service
  const { key, teamId } = await addTeam(database)
  const rates = { scrape: 1, status: 1, map: 1 }
  await database.query(
    `update plans set requests_per_minute = requests_per_minute || $2
     where name = (select plan from teams where id = $1)`,
    [teamId, rates],
  )
  const rows = [
    ['GET', '/v2/crawl/active', slowDown],
    ['GET', '/v2/crawl/ongoing', slowDown],
    ['POST', '/v2/parse', slowDown],
    ['POST', '/v2/scrape', 'Rate limit exceeded'],
    ['GET', `/v2/crawl/${nowhere}`, 'Rate limit exceeded'],
  ] as const
  for (const [method, path] of rows) await service.ask(method, path, { key, body: {} })
  for (const [method, path, text] of rows) {
    const { status, body, headers } = await service.ask(method, path, { key, body: {} })
    assert.deepEqual([status, body.success, body.error], [429, false, text], path)
    assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
  }
})

test('only operations that cost credits require a balance', async () => {
  const { key } = await addTeam(service.database, { credits: 0 })
  const rows = [
    ['POST', '/v2/scrape', { url: site.url }, 'Payment Required: Insufficient credits'],
    ['POST', '/v2/map', { url: site.url }, 'Payment Required: Insufficient credits'],
    ['POST', '/v2/crawl', { url: site.url }, 'Payment Required: Insufficient credits'],
    ['POST', '/v2/batch/scrape', { urls: [site.url] }, 'Payment Required: Insufficient credits'],
    ['POST', '/v2/monitor', {}, 'Payment Required: Insufficient credits'],
    ['POST', '/v2/parse', { uploadRef: 'x' }, 'Payment required to access this resource.'],
  ] as const
  for (const [method, path, body, text] of rows) {
    const answer = await service.ask(method, path, { key, body })
    assert.deepEqual([answer.status, answer.body.error], [402, text], path)
  }
  const body = { filename: 'a.pdf' }
  assert.equal((await service.ask('POST', '/v2/parse/upload-url', { key, body })).status, 200)
  for (const path of ['/v2/crawl/active', '/v2/monitor', '/v2/team/credit-usage']) {
    assert.equal((await service.ask('GET', path, { key })).status, 200, path)
  }
})

test('an idempotency key returns the stored response, only for the same request', async () => {
  const target = { type: 'scrape', urls: [site.url] }
  const schedule = { text: 'daily' }
  const rows = [
    ['/v2/scrape', { url: site.url }, { url: site.url, mobile: true }],
    ['/v2/batch/scrape', { urls: [site.url] }, { urls: [site.url, site.url] }],
    ['/v2/crawl', { url: site.url }, { url: site.url, limit: 2 }],
    [
      '/v2/monitor',
      { name: 'A', schedule, targets: [target] },
      { name: 'B', schedule, targets: [target] },
    ],
  ] as const
  for (const [path, body, other] of rows) {
    const headers = { 'x-idempotency-key': `key of ${path}`.replaceAll(' ', '-') }
    const first = await service.ask('POST', path, { body, headers })
    const again = await service.ask('POST', path, { body, headers })
    assert.deepEqual([first.status, again.status, again.body], [200, 200, first.body], path)
    const another = await service.ask('POST', path, { body: other, headers })
    assert.deepEqual(
      [another.status, another.body.error],
      [409, 'Idempotency key already used'],
      path,
    )
  }
})

test('a key restricted to endpoints reaches only those and the team endpoints', async () => {
  const { key } = await addTeam(service.database, { allowedEndpoints: ['scrape', 'map'] })
  const text =
    'Request blocked: this API key is restricted to the following endpoints: scrape, map.'
  const paths = ['/v2/team/credit-usage', '/v2/team/activity', '/v2/concurrency-check']
  for (const path of paths) {
    assert.equal((await service.ask('GET', path, { key })).status, 200, path)
  }
  const refused = [
    '/v2/crawl/active',
    '/v2/monitor',
    '/v2/webhooks/deliveries',
    '/v2/search/research/papers',
    '/v2/nothing',
  ]
  for (const path of [...refused, `/v2/crawl/${nowhere}`, `/v2/batch/scrape/${nowhere}/errors`]) {
    const { status, body } = await service.ask('GET', path, { key })
    assert.deepEqual([status, body.error], [403, text], path)
  }
  const others = [(await addTeam(service.database)).key, 'fc-none-of-these-keys']
  for (const other of others) {
    const { status, body } = await service.ask('GET', '/v2/nothing', { key: other })
    assert.deepEqual([status, body.error], [404, 'Not Found'])
  }
  assert.equal((await service.ask('GET', '/v2/scrape', { key })).status, 405)
})

test("a key's restrictions apply to the targets of its monitors", async () => {
  const { teamId } = await addTeam(service.database)
  const key = await addKey(service.database, teamId, { allowedFormats: ['markdown'] })
  const watch = (target: object) =>
    service.ask('POST', '/v2/monitor', {
      key,
      body: { name: 'Test', schedule: { text: 'daily' }, targets: [target] },
    })
  const pages = { type: 'scrape', urls: [site.url] }
  const rows: [object, RegExp][] = [
    [{ ...pages, scrapeOptions: { formats: ['html'] } }, /Requested formats not allowed: html\.$/],
    [
      { ...pages, scrapeOptions: { formats: ['changeTracking', { type: 'rawHtml' }] } },
      /Requested formats not allowed: rawHtml\.$/,
    ],
    [
      { type: 'crawl', url: site.url, scrapeOptions: { formats: ['links'] } },
      /Requested formats not allowed: links\.$/,
    ],
    [
      { ...pages, scrapeOptions: { actions: [{ type: 'generatePDF' }] } },
      /^Request blocked: the "pdf" action returns page content/,
    ],
    [
      { ...pages, scrapeOptions: { location: { country: 'us-whitelist' } } },
      /^Static IP addresses are not enabled for your team\./,
    ],
  ]
  for (const [target, text] of rows) {
    const { status, body } = await watch(target)
    assert.equal(status, 403, JSON.stringify(body))
    assert.match(body.error, text)
  }
  const allowed = await watch({ ...pages, scrapeOptions: { formats: ['changeTracking'] } })
  assert.equal(allowed.status, 200)
})
