import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { article } from '#test/fixtures/pages.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { startService } from '#test/service.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

test('the queue status counts running and waiting pages', async () => {
  const held: ServerResponse[] = []
  await using site = await startSite((_request, response) => void held.push(response))
  await using service = await startService()
  const { key } = await addTeam(service.database, { concurrencyMax: 1 })
  const urls = ['a', 'b', 'c', 'd'].map((name) => `${site.url}/${name}`)
  const { body: batch } = await service.ask('POST', '/v2/batch/scrape', { body: { urls }, key })
  while (held.length === 0) await setTimeout(20)

  const queue = await service.ask('GET', '/v2/team/queue-status', { key })
  const places = await service.ask('GET', '/v2/concurrency-check', { key })

  const { mostRecentSuccess, ...counts } = queue.body
  assert.deepEqual(counts, {
    success: true,
    jobsInQueue: 4,
    activeJobsInQueue: 1,
    waitingJobsInQueue: 3,
    maxConcurrency: 1,
  })
  assert.ok(mostRecentSuccess === null || !Number.isNaN(Date.parse(mostRecentSuccess)))
  assert.deepEqual(places.body, { success: true, concurrency: 1, maxConcurrency: 1 })
  using release = setInterval(() => {
    for (const response of held.splice(0)) response.writeHead(200, html).end(article('Page'))
  }, 20)
  await finishedJob(service, `/v2/batch/scrape/${batch.id}`, key)
  void release
  const { body: empty } = await service.ask('GET', '/v2/team/queue-status', { key })
  assert.deepEqual([empty.jobsInQueue, empty.waitingJobsInQueue], [0, 0])
})

test('a page that only waits to be written takes no slot', async () => {
  await using site = await startSite((_request, response) =>
    response.writeHead(200, html).end(article('Page')),
  )
  await using service = await startService()
  const { key } = await addTeam(service.database, { concurrencyMax: 20 })
  // Every change of the slots is counted, because two requests for the usage could miss the highest.
  await service.database.query('create table slots_used (used bigint)')
  await service.database.query(`create function count_slots() returns trigger language plpgsql as $$
    begin insert into slots_used select count(*) from slots; return null; end $$`)
  await service.database.query(
    'create trigger count_slots after insert on slots for each statement execute function count_slots()',
  )
  const urls = Array.from({ length: 60 }, (_, index) => `${site.url}/${index}`)
  for (const [maxConcurrency, most] of [
    [5, 5],
    [undefined, 20],
  ] as const) {
    const body = { urls, ...(maxConcurrency && { maxConcurrency }) }
    const { body: batch } = await service.ask('POST', '/v2/batch/scrape', { body, key })
    await finishedJob(service, `/v2/batch/scrape/${batch.id}`, key)
    const [peak] = await service.database.query<{ used: number }>(
      'select max(used)::integer as used from slots_used',
    )
    assert.ok(peak && peak.used >= 1 && peak.used <= most, `${peak?.used} of ${most}`)
  }
})

test('activity ignores empty parameters and refuses unknown ones', async () => {
  await using service = await startService()
  const ask = (query: string) => service.ask('GET', `/v2/team/activity?${query}`)
  const all = await ask('endpoint=&limit=&cursor=')
  assert.deepEqual(
    [all.status, all.body],
    [200, { success: true, data: [], cursor: null, has_more: false }],
  )
  const unknown = await ask('endpoint=nothing')
  assert.equal(unknown.status, 400)
  assert.match(unknown.body.error, /^Invalid endpoint filter\. Must be one of: scrape, crawl, /)
  const { status, body } = await ask('cursor=nonsense')
  assert.deepEqual([status, body.error], [400, 'Invalid cursor.'])
})

test('every refusal by rate limit has the text of the contract and Retry-After', async () => {
  await using service = await startService()
  const { key } = await addTeam(service.database, { requestsPerMinute: 1 })
  const ask = (method: 'GET' | 'POST', url: string) =>
    service.ask(method, url, { key, ...(method === 'POST' && { body: {} }) })
  const wait = 'Request rate limit exceeded. Please wait and try again later.'
  const limited: readonly (readonly ['GET' | 'POST', string, string])[] = [
    ['POST', '/v2/scrape', 'Rate limit exceeded'],
    ['POST', '/v2/map', 'Rate limit exceeded'],
    ['POST', '/v2/crawl', 'Rate limit exceeded'],
    ['GET', '/v2/team/credit-usage', 'Rate limit exceeded'],
    ['GET', '/v2/crawl/active', wait],
  ]
  for (const [method, url, error] of limited) {
    const first = await ask(method, url)
    assert.notEqual(first.status, 429, url)
    const { status, body, headers } = await ask(method, url)
    assert.deepEqual([status, body.success, body.error], [429, false, error], url)
    assert.match(String(headers['retry-after']), /^[1-9]\d?$/)
  }
  const shared = await ask('POST', '/v2/batch/scrape')
  assert.equal(shared.status, 429)
})

test('without a language model, docs-search returns sections of the documentation', async () => {
  await using service = await startService()
  const question = 'How are pages cut into chunks for a vector store?'
  const { status, body } = await service.ask('POST', '/v2/support/docs-search', {
    body: { question },
  })
  assert.equal(status, 200)
  assert.match(body.answer, /^No language model is configured .*WEIR_LLM_PROVIDER/)
  const paths = body.evidence.map(({ pathOrUrl }: { pathOrUrl: string }) => pathOrUrl)
  assert.ok(paths.some((path: string) => path.startsWith('docs/')))
  assert.equal(body.usage.totalTokens, 0)
})

test('questions in words about jobs require a language model', async () => {
  await using service = await startService()
  for (const url of ['/v2/support/ask']) {
    const ask = (body: object) => service.ask('POST', url, { body })
    const { status, body, headers } = await ask({ question: 'Why?', jobId: 'x', origin: 'cli' })
    assert.deepEqual([status, body.code], [503, 'SERVICE_UNAVAILABLE'])
    assert.match(body.error, /language model.*WEIR_LLM_PROVIDER/)
    assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
    for (const question of [undefined, '', 3, 'x'.repeat(8_001)]) {
      assert.equal((await ask({ question })).status, 400)
    }
  }
})
