import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startReceiver } from '#test/fixtures/webhook-receiver.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const service = await startService()
const site = await startPages(
  Object.fromEntries(['/a', '/b', '/c'].map((path) => [path, article(path)])),
)
disposeAfterTests(service, site)

const post = (body: object, key = firstKey) =>
  service.ask('POST', '/v2/batch/scrape', { body, key })
const listUrls = (...paths: readonly string[]) => paths.map((path) => site.url + path)

test('an invalid URL fails the batch, or is listed with ignoreInvalidURLs', async () => {
  const wrong: readonly (readonly [string, string])[] = [
    ['http://', 'Invalid URL'],
    ['ftp://example.com/', 'URL uses unsupported protocol'],
    ['http://nowhere/', 'URL must have a valid top-level domain or be an IP address'],
  ]
  for (const [url, error] of wrong) {
    const urls = [...listUrls('/a'), url]
    const { status, body } = await post({ urls, ignoreInvalidURLs: false })
    const details = [{ code: 'custom', path: ['urls', 1], message: error }]
    assert.deepEqual([status, body], [400, { success: false, error, code: 'BAD_REQUEST', details }])
    assert.deepEqual((await post({ urls })).body.invalidURLs, [url])
  }
  assert.deepEqual((await post({ urls: listUrls('/a') })).body.invalidURLs, [])
  const { body: strict } = await post({ urls: listUrls('/a'), ignoreInvalidURLs: false })
  assert.deepEqual(Object.keys(strict).toSorted(), ['id', 'success', 'url'])
  assert.match(strict.url, new RegExp(`^http://[^/]+/v2/batch/scrape/${strict.id}$`))
})

test('unknown fields are refused', async () => {
  const urls = listUrls('/a')
  for (const body of [
    {},
    { urls: [] },
    { urls: [1] },
    { urls: 'a' },
    { urls, appendToId: 'x' },
    { urls, maxConcurrency: 0 },
    { urls, ignoreInvalidURLs: 'no' },
    { urls, webhook: 'nonsense' },
    { urls, crawlEntireDomain: true },
    { urls, url: site.url },
  ]) {
    const answer = await post(body)
    assert.deepEqual([answer.status, answer.body.code], [400, 'BAD_REQUEST'], JSON.stringify(body))
  }
  const most = { urls, maxConcurrency: 4_000_000_000, origin: 'api', integration: null }
  assert.equal((await post(most)).status, 200)
})

test('a batch that has ended accepts no more URLs', async () => {
  const { body } = await post({ urls: listUrls('/a') })
  const path = `/v2/batch/scrape/${body.id}`
  assert.equal((await finishedJob(service, path)).total, 1)
  const more = await post({ urls: listUrls('/b', '/c'), appendToId: body.id })
  assert.deepEqual([more.status, more.body.code], [409, 'CONFLICT'])
  assert.match(more.body.error, /already completed/)

  const { body: slow } = await post({ urls: listUrls('/a') })
  await service.database.query(`update jobs set state = 'cancelled' where id = $1`, [slow.id])
  const late = await post({ urls: listUrls('/b'), appendToId: slow.id })
  assert.deepEqual([late.status, late.body.error], [404, 'Job not found'])
  const { key } = await addTeam(service.database)
  const foreign = await post({ urls: listUrls('/b'), appendToId: body.id }, key)
  assert.deepEqual([foreign.status, foreign.body.error], [404, 'Job not found'])
})

test('an ended batch cannot be cancelled, and an expired one is reported as expired', async () => {
  const { body } = await post({ urls: listUrls('/a') })
  const path = `/v2/batch/scrape/${body.id}`
  await finishedJob(service, path)
  const late = await service.ask('DELETE', path)
  assert.deepEqual([late.status, late.body.error], [409, 'Crawl is already completed'])
  await service.database.query('update jobs set expires_at = now() where id = $1', [body.id])
  for (const [method, place] of [
    ['GET', path],
    ['GET', `${path}/errors`],
    ['DELETE', path],
  ] as const) {
    const { status, body: gone } = await service.ask(method, place)
    assert.deepEqual([status, gone.error], [404, 'Job expired'])
  }
  const more = await post({ urls: listUrls('/b'), appendToId: body.id })
  assert.deepEqual([more.status, more.body.error], [404, 'Job not found'])
})

test('a batch that runs out of credits fails, keeps its pages and says why', async () => {
  const { key } = await addTeam(service.database, { credits: 3, concurrencyMax: 1 })
  await using receiver = await startReceiver()
  const webhook = { url: receiver.url, events: ['failed'] }
  // Otherwise the first batch could be paid before the second one is begun, which would be refused.
  const { promise: bothBegun, resolve: show } = Promise.withResolvers<void>()
  await using waiting = await startSite((_request, response) => {
    void bothBegun.then(() => response.setHeader('content-type', 'text/html').end(article('Page')))
  })
  const begun = await Promise.all(
    [
      ['/a', '/b'],
      ['/b', '/c'],
    ].map((paths) => post({ urls: paths.map((path) => waiting.url + path), webhook }, key)),
  )
  show()
  const jobs = await Promise.all(
    begun.map(({ body }) => finishedJob(service, `/v2/batch/scrape/${body.id}`, key)),
  )
  const [failed, ...others] = jobs.filter(({ status }) => status === 'failed')
  assert.deepEqual([failed.completed, failed.data.length, others.length], [1, 1, 0])
  assert.equal(failed.error, 'Payment Required: Insufficient credits')
  assert.ok(jobs.some(({ status, completed }) => status === 'completed' && completed === 2))
  while (receiver.messages.length === 0) await setTimeout(20)
  const [message] = receiver.messages
  assert.deepEqual(
    [message?.['type'], message?.['success'], message?.['data'], message?.['error']],
    ['batch_scrape.failed', false, [], 'Payment Required: Insufficient credits'],
  )
})

test('pages beyond the queue limit of the plan are refused with Retry-After', async () => {
  const { key } = await addTeam(service.database, { concurrencyMax: 1, queuedJobsMax: 1 })
  const full = await post({ urls: listUrls('/a', '/b', '/c') }, key)
  assert.deepEqual([full.status, full.body.code], [429, 'CONCURRENCY_LIMIT_REACHED'])
  assert.match(full.body.error, /maximum number of queued jobs \(1\)/)
  assert.match(String(full.headers['retry-after']), /^[1-9]\d*$/)
  const { status, body } = await post({ urls: listUrls('/a', '/b') }, key)
  assert.equal(status, 200)
  await finishedJob(service, `/v2/batch/scrape/${body.id}`, key)
})

test('a page that waited for a concurrency slot reports how long', async () => {
  const { body } = await post({ urls: listUrls('/a', '/b', '/c'), maxConcurrency: 1 })
  const { data } = await finishedJob(service, `/v2/batch/scrape/${body.id}`)
  const waits = (data as { metadata: Waiting }[])
    .map(({ metadata }) => metadata)
    .toSorted((one, other) => one.sourceURL.localeCompare(other.sourceURL))
  assert.deepEqual(
    waits.map(({ concurrencyLimited }) => concurrencyLimited),
    [false, true, true],
  )
  assert.equal(waits[0]?.concurrencyQueueDurationMs, undefined)
  assert.ok(
    waits.slice(1).every(({ concurrencyQueueDurationMs = 0 }) => concurrencyQueueDurationMs > 0),
  )
  const { body: wide } = await post({ urls: listUrls('/a', '/b', '/c') })
  const together = await finishedJob(service, `/v2/batch/scrape/${wide.id}`)
  for (const { metadata } of together.data as { metadata: Waiting }[]) {
    assert.equal(metadata.concurrencyLimited, false)
  }
})

interface Waiting {
  readonly sourceURL: string
  readonly concurrencyLimited: boolean
  readonly concurrencyQueueDurationMs?: number
}
