import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAskConsole } from '#test/fixtures/ask-console.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { finishedJob } from '#test/fixtures/finished-job.ts'
import { columnsWith } from '#test/fixtures/search-database.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startService } from '#test/service.ts'

const service = await startService()
const site = await startSite((_request, response) => {
  response.writeHead(200, {
    'content-type': 'text/html',
    'set-cookie': `id=${secrets.cookieOfSite}`,
  })
  response.end(
    '<title>A page</title><h1>A page</h1><p>Text that says a little. <a href="/next">Next</a></p>',
  )
})
const receiver = await startSite((request, response) => {
  request.resume()
  response.writeHead(request.url?.includes('fails') ? 500 : 200).end()
})
disposeAfterTests(service, site, receiver)

/** A text for each place in which a caller may put a secret. */
const secrets = Object.fromEntries(
  [
    'password',
    'authorization',
    'cookie',
    'cookieOfSite',
    'query',
    'typed',
    'webhookQuery',
    'webhookHeader',
    'webhookMetadata',
    'idempotencyKey',
  ].map((name) => [name, `canary-${name}-${crypto.randomUUID()}`]),
) as Readonly<Record<string, string>>

const page = (path: string) =>
  `${site.url.replace('://', `://user:${secrets['password']}@`)}${path}?token=${secrets['query']}`
const headers = {
  authorization: `Bearer ${secrets['authorization']}`,
  cookie: `session=${secrets['cookie']}`,
}
const webhookTo = (path: string) => ({
  url: `${receiver.url}${path}?token=${secrets['webhookQuery']}`,
  headers: { 'x-token': `${secrets['webhookHeader']}` },
  metadata: { token: secrets['webhookMetadata'] },
})
const actions = [{ type: 'write', text: secrets['typed'] }]

async function send(path: string, body: object) {
  const answer = await service.ask('POST', path, {
    body,
    headers: { 'x-idempotency-key': `${path.replaceAll('/', '')}-${crypto.randomUUID()}` },
  })
  assert.ok(answer.status < 500 || path === '/v2/scrape', `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** Columns with content, which has the URLs of pages in it: kept for as long as the content is. */
const content = [
  'scrapes.document',
  'job_documents.document',
  'job_errors.url',
  'page_snapshots.url',
  'monitor_pages.url',
  'monitor_versions.url',
]

test('secrets of callers are in no table in clear text, during and after the work', async () => {
  const options = { headers, maxAge: 0 }
  const unreachable = page('/x').replace(`:${site.port}/`, ':1/')
  await send('/v2/scrape', {
    url: page('/scrape'),
    formats: ['markdown', 'changeTracking'],
    ...options,
  })
  await send('/v2/scrape', { url: page('/cached') })
  await send('/v2/scrape', { url: page('/acted'), actions, ...options })
  await send('/v2/scrape', { url: unreachable, ...options })
  await send('/v2/map', { url: page('/map'), headers })
  const crawl = await send('/v2/crawl', {
    url: page('/crawl'),
    scrapeOptions: options,
    webhook: webhookTo('/fails'),
  })
  const urls = [page('/batch'), unreachable]
  const webhook = webhookTo('/works')
  const batch = await send('/v2/batch/scrape', { urls, ...options, webhook })
  const acting = await send('/v2/batch/scrape', { urls, ...options, actions, webhook })
  const monitor = await send('/v2/monitor', {
    name: 'Page',
    schedule: { text: 'daily' },
    targets: [
      { type: 'scrape', urls: [page('/monitor')], scrapeOptions: options },
      { type: 'crawl', url: page('/crawled'), scrapeOptions: options },
    ],
    webhook: webhookTo('/monitor'),
  })
  const person = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
  const askConsole = createAskConsole(service)
  const made = await askConsole('POST', '/set-up', { body: { ...person, code: service.setUpCode } })
  const saved = await askConsole('POST', '/requests', {
    cookie: made.cookie,
    body: { name: 'Page', operation: 'post /v2/scrape', values: { url: page('/saved'), headers } },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const { id: checkId } = await send(`/v2/monitor/${monitor.data.id}/run`, {})
  const during = await found()
  await finishedJob(service, `/v2/crawl/${crawl.id}`)
  for (const { id } of [batch, acting]) await finishedJob(service, `/v2/batch/scrape/${id}`)
  const check = `/v2/monitor/${monitor.data.id}/checks/${checkId}`
  await finishedJob(service, check)

  const { query = [], ...afterwards } = await found()

  const nowhere = Object.fromEntries(Object.keys(secrets).map((name) => [name, []]))
  const { query: _query, ...expected } = nowhere
  assert.deepEqual(afterwards, expected)
  assert.deepEqual({ ...during, query: [] }, nowhere)
  assert.ok(query.includes('scrapes.document'), 'what is written openly is found')
  assert.deepEqual(
    [...query, ...(during['query'] ?? [])].filter((column) => !content.includes(column)),
    [],
  )
})

async function found(): Promise<Record<string, string[]>> {
  const places: Record<string, string[]> = {}
  for (const [name, secret] of Object.entries(secrets)) {
    places[name] = await columnsWith(secret, service.database)
  }
  return places
}
