import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dictionary, jsonValue, oneof, sample, string } from 'fast-check'
import { createKeyless, type KeylessLimits } from '#accounts/keyless.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Database } from '#storage/database.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { httpClients } from '#test/fixtures/mcp-clients.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { publicPaths, routesInRouter } from '#test/fixtures/router.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { startService } from '#test/service.ts'

type Service = Awaited<ReturnType<typeof startService>>

const proxySecret = 'a secret of the proxy'
const site = await startPages({ '/': article('A page'), '/secret': article('Zebrafish') })
const service = await startService({
  env: {
    WEIR_KEYLESS_REQUESTS: '8',
    WEIR_KEYLESS_CREDITS: '4',
    WEIR_KEYLESS_CONCURRENCY: '8',
    WEIR_KEYLESS_PROXY_SECRET: proxySecret,
    // It is not asked.
    WEIR_LLM_PROVIDER: 'compatible',
    WEIR_LLM_MODEL: 'none',
    WEIR_LLM_URL: 'http://127.0.0.1:9/v1',
    WEIR_LLM_CONTEXT: '4096',
    WEIR_TRUSTED_PROXIES: '127.0.0.1',
  },
})
disposeAfterTests(site, service)

let networks = 0
/** An address that has sent nothing yet. */
const newAddress = () => `198.51.100.${(networks += 1)}`

const keylessWith = (limits: KeylessLimits, clock: Clock, database: Database) =>
  createKeyless({
    database,
    clock,
    limits,
    secret: Buffer.alloc(32),
    proxySecret: undefined,
  })

interface Sent {
  readonly path?: string
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly at?: Service
}

/** Sends a request without a key from an address. */
async function send(
  remoteAddress: string,
  { path = '/v2/scrape', method = 'POST', ...rest }: Sent,
) {
  const { body = { url: site.url }, headers = {}, at = service } = rest
  const answer = await at.server.inject({
    method: method as 'POST',
    url: path,
    remoteAddress,
    headers: { 'content-type': 'application/json', ...headers },
    ...(method !== 'GET' && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

test('requests without a key are refused unless the operator allows them', async () => {
  await using closed = await startService()
  for (const path of ['/v2/scrape', '/v2/search', '/v2/parse', '/mcp']) {
    const { status, headers } = await send(newAddress(), { path, at: closed })
    assert.equal(status, 401)
    assert.equal(headers['www-authenticate'], 'Bearer realm="weir"')
  }
})

test('without a key pages can be read, and nothing else is open', async () => {
  const { status, body } = await send(newAddress(), {})
  assert.equal(status, 200)
  assert.match(body.data.markdown, /A page/)
  const open: string[] = []
  for (const { method, path } of routesInRouter(service.server)) {
    if (publicPaths.has(path) || path.startsWith('/console/') || method === 'HEAD') continue
    const url = path.replaceAll(/:\w+/g, body.data.metadata.scrapeId)
    const answer = await send(newAddress(), { path: url, method, body: {} })
    if (answer.status !== 401) open.push(`${method} ${path}`)
  }
  assert.deepEqual(open.toSorted(), [
    'DELETE /v2/scrape/:jobId/interact',
    'GET /v2/search/developer',
    'GET /v2/search/gov',
    'GET /v2/search/research/papers',
    'GET /v2/search/research/papers/:paperId',
    'GET /v2/search/research/papers/:paperId/similar',
    'POST /mcp',
    'POST /v1/scrape',
    'POST /v1/search',
    'POST /v2/parse',
    'POST /v2/parse/upload-url',
    'POST /v2/scrape',
    'POST /v2/scrape/:jobId/interact',
    'POST /v2/search',
    'POST /v2/search/developer',
    'POST /v2/search/gov',
  ])
})

test('an invalid key is not ignored', async () => {
  const headers = { authorization: 'Bearer fc-00000000000000000000000000000000' }
  assert.equal((await send(newAddress(), { headers })).status, 401)
})

test('options that need a team are refused', async () => {
  const options = [
    { headers: { cookie: 'a=b' } },
    { profile: { name: 'mine' } },
    { lockdown: true },
    { zeroDataRetention: true },
    { formats: ['markdown', 'changeTracking'] },
    { actions: [{ type: 'executeJavascript', script: '1' }] },
    { maxAge: 0 },
    { storeInCache: false },
  ]
  for (const option of options) {
    const { status } = await send(newAddress(), { body: { url: site.url, ...option } })
    assert.equal(status, 403, JSON.stringify(option))
  }
  const alexandria = { provider: 'firecrawl', capability: 'find-tools' }
  const tools = await send(newAddress(), { body: { alexandria } })
  assert.deepEqual(
    [tools.status, tools.body.error],
    [403, 'An API key is required for provider tools.'],
  )
  const scrapeOptions = { formats: ['markdown'], headers: { cookie: 'a=b' } }
  const nested = { path: '/v2/search', body: { query: 'page', scrapeOptions } }
  assert.equal((await send(newAddress(), nested)).status, 403)
  const fresh = { query: 'page', scrapeOptions: { formats: ['markdown'], maxAge: 0 } }
  assert.equal((await send(newAddress(), { path: '/v2/search', body: fresh })).status, 403)
  assert.equal((await send(newAddress(), { body: { url: site.url, maxAge: 60_000 } })).status, 200)
})

test('an address has its requests for a day, and forwarded addresses of strangers do not help', async () => {
  const address = newAddress()
  const body = { url: 'nonsense://' }
  for (let index = 0; index < 8; index += 1)
    assert.equal((await send(address, { body })).status, 400)
  const headers = { 'x-forwarded-for': newAddress() }
  const { status, headers: sent, body: refused } = await send(address, { body, headers })
  assert.equal(status, 429)
  assert.equal(refused.reason, 'requests')
  assert.ok(refused.retry_after_seconds > 0 && refused.retry_after_seconds <= 86_400)
  assert.equal(Number(sent['retry-after']), refused.retry_after_seconds)
  assert.equal((await send(newAddress(), { body })).status, 400)
  assert.equal((await send('127.0.0.1', { body, headers })).status, 400)
  const parsed = await send(address, { path: '/v2/parse', body: {} })
  assert.equal(parsed.body.reason, 'requests')
})

test('the addresses of an IPv6 network share their requests', async () => {
  const body = { url: 'nonsense://' }
  for (let index = 0; index < 8; index += 1) await send(`2001:db8:1:2::${index + 1}`, { body })
  assert.equal((await send('2001:db8:1:2:3::9', { body })).status, 429)
  assert.equal((await send('2001:db8:1:3::9', { body })).status, 400)
})

test('requests at the same time do not spend more credits than an address has', async () => {
  const address = newAddress()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      send(address, { body: { url: `${site.url}/?${index}` } }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 4)
  const refused = answers.filter(({ status }) => status === 429)
  assert.deepEqual(new Set(refused.map(({ body }) => body.reason)), new Set(['credits']))
})

test('a failed request gives its credits back, and the day has a limit for all together', async () => {
  const limits = { requests: 10, credits: 3, creditsTotal: 5, concurrency: 2 }
  await using database = await testDatabase()
  const { clock } = await stopTime(database)
  const keyless = keylessWith(limits, clock, database)
  const reserve = (network: string, operationId: string, amount: number) =>
    keyless.reserve(network, { operationId, amount, forMs: 3_600_000 })
  await reserve('a', 'one', 3)
  const refused = { code: 'RATE_LIMIT_EXCEEDED' }
  await assert.rejects(reserve('a', 'two', 1), refused)
  await keyless.release('one')
  await reserve('a', 'two', 2)
  await keyless.charge('two', 1, database)
  await keyless.release('two')
  await reserve('a', 'three', 2)
  await assert.rejects(reserve('a', 'four', 1), refused)
  await reserve('b', 'five', 2)
  await assert.rejects(reserve('c', 'six', 1), refused)
})

test('an address runs few operations at the same time, and those of a killed process end', async () => {
  await using database = await testDatabase()
  const time = await stopTime(database)
  const limits = { requests: 10, credits: 100, creditsTotal: 100, concurrency: 2 }
  const keyless = keylessWith(limits, time.clock, database)
  const reserve = (network: string, operationId: string, amount = 1) =>
    keyless.reserve(network, { operationId: `at once ${operationId}`, amount, forMs: 600_000 })
  await reserve('a', 'one')
  await reserve('a', 'two')
  await reserve('a', 'two', 3)
  const refused = { code: 'CONCURRENCY_LIMIT_REACHED' }
  await assert.rejects(reserve('a', 'three'), refused)
  await reserve('b', 'four')
  await keyless.charge('at once one', 1, database)
  await reserve('a', 'three')
  await assert.rejects(reserve('a', 'five'), refused)
  await time.pass(1_200_000)
  await reserve('a', 'five')
})

test('an address without a key cannot use the page that another one has read', async () => {
  const reader = newAddress()
  const { body: read } = await send(reader, { body: { url: `${site.url}/` } })
  const path = `/v2/scrape/${read.data.metadata.scrapeId}/interact`
  const prompt = { path, body: { prompt: 'Read the title' } }
  const other = await send(newAddress(), prompt)
  assert.deepEqual([other.status, other.body.error], [404, 'Job not found.'])
  // Its session would cost 20 credits.
  const own = await send(reader, prompt)
  assert.deepEqual([own.status, own.body.reason], [429, 'credits'])
  assert.equal((await send(reader, { path, body: { code: '1' } })).status, 403)
  assert.equal((await send(reader, { path, method: 'DELETE' })).status, 404)
})

const createUpload = (address: string) =>
  send(address, { path: '/v2/parse/upload-url', body: { filename: 'a.txt' } })

test('each address has its own limit of uploads', async () => {
  const before = newAddress()
  for (let index = 0; index < 2; index += 1) {
    const address = newAddress()
    for (let upload = 0; upload < 6; upload += 1)
      assert.equal((await createUpload(address)).status, 200)
  }
  assert.equal((await createUpload(before)).status, 200)
})

test('a hosted server with the secret asks for its clients, and sends their requests', async () => {
  const address = newAddress()
  const path = '/v2/keyless/eligibility'
  const ask = (secret: string, ip = address) =>
    send(newAddress(), {
      path,
      method: 'GET',
      headers: { 'x-firecrawl-keyless-ip': ip, 'x-firecrawl-keyless-secret': secret },
    })
  assert.equal((await ask('a wrong secret')).status, 401)
  assert.equal((await send(address, { path, method: 'GET' })).status, 401)
  assert.equal((await ask(proxySecret, 'nonsense')).status, 400)
  assert.deepEqual((await ask(proxySecret)).body, { eligible: true })
  const headers = {
    'x-firecrawl-keyless-ip': address,
    'x-firecrawl-keyless-secret': proxySecret,
  }
  const body = { url: 'nonsense://' }
  for (let index = 0; index < 8; index += 1)
    assert.equal((await send('192.0.2.1', { body, headers })).status, 400)
  const { body: asked } = await ask(proxySecret)
  assert.deepEqual([asked.eligible, asked.reason], [false, 'requests'])
  assert.ok(asked.retryAfterSeconds > 0)
  assert.equal((await send('192.0.2.1', { body, headers })).status, 429)
  assert.equal((await send('192.0.2.1', { body })).status, 400)
})

test('callers without a key do not find what others of them have read', async () => {
  const { status } = await send(newAddress(), { body: { url: `${site.url}/secret` } })
  assert.equal(status, 200)
  const indexed = () =>
    service.database.query('select 1 from search_pages where url = $1', [`${site.url}/secret`])
  await eventually(indexed, ({ length }) => length > 0)
  const found = await send(newAddress(), { path: '/v2/search', body: { query: 'zebrafish' } })
  assert.ok(!JSON.stringify(found.body).includes('/secret'))
})

test('the tools for callers without a key are those that need none', async () => {
  await using client = await httpClients['sdk 1, 2025-11-25'](`${await service.listen()}/mcp`, '')
  const names = (await client.list()).map(({ name }) => name)
  assert.deepEqual(names, [
    'firecrawl_scrape',
    'firecrawl_search',
    'firecrawl_interact',
    'firecrawl_interact_stop',
    'firecrawl_parse',
    'firecrawl_research_search_papers',
    'firecrawl_research_inspect_paper',
    'firecrawl_research_related_papers',
    'firecrawl_research_read_paper',
    'firecrawl_developer_search',
  ])
})

test('no malformed request without a key gets an internal error', async () => {
  const bodies = sample(oneof(jsonValue(), dictionary(string(), jsonValue())), 60)
  for (const [index, body] of bodies.entries()) {
    const path = ['/v2/scrape', '/v2/search', '/v2/parse', '/mcp'][index % 4] ?? ''
    const { status } = await send(newAddress(), { path, body })
    assert.ok(status < 500 || status === 503, `${path} ${JSON.stringify(body)}: ${status}`)
  }
})
