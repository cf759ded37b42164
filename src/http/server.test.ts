import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { account, echo, read, startEdge } from '#test/fixtures/edge.ts'
import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { keyEndpoint } from './endpoint.ts'

const uuid = '0199b0a0-0000-7000-8000-000000000000'

test('a valid request gets a response with request id, rate and origin', async () => {
  await using server = startEdge()
  const answer = await server.post({ url: 'x', __debug: 1, origin: 'js-sdk@4', integration: null })
  assert.equal(answer.statusCode, 200)
  const { data } = answer.json()
  assert.equal(data.baseUrl, 'http://localhost')
  assert.equal(Object.keys(data).includes('__debug'), false)
  assert.equal(answer.headers['x-request-id'], data.requestId)
  assert.equal(answer.headers['ratelimit-policy'], '"scrape";q=100;w=60')
  assert.equal(answer.headers['ratelimit'], '"scrape";r=99;t=7')
})

test('unknown keys are reported before other problems', async () => {
  await using server = startEdge()
  const answer = await server.post({ url: 5, surprise: true })
  assert.equal(answer.statusCode, 400)
  const body = answer.json()
  assert.equal(body.code, 'BAD_REQUEST')
  assert.equal(
    body.error,
    'Unrecognized key in body -- please review the v2 API documentation for request body changes',
  )
  assert.ok(
    body.details.some(
      ({ code, path }: { code: string; path: string[] }) =>
        code === 'unrecognized_keys' && path[0] === 'surprise',
    ),
  )
})

test('an invalid format is described by the branch of the union that matches best', async () => {
  await using server = startEdge()
  const answer = await server.post({ url: 'x', formats: [{ type: 'json', prompt: 3 }] })
  assert.match(answer.json().error, /^formats\.0\.prompt: Invalid input/)
  assert.deepEqual(answer.json().details[0].path, ['formats', 0, 'prompt'])
})

test('the text of a custom rule is the error', async () => {
  await using server = startEdge()
  const answer = await server.post({ url: 'nonsense' })
  assert.equal(answer.json().error, 'Invalid URL')
  assert.deepEqual(answer.json().details[0].path, ['url'])
})

test('malformed JSON has its own code', async () => {
  await using server = startEdge()
  for (const text of ['{', '{"a":1,}', '[\uFFFE', '['.repeat(100_000)]) {
    const answer = await server.post(text)
    assert.equal(answer.statusCode, 400)
    assert.equal(answer.json().code, 'BAD_REQUEST_INVALID_JSON')
  }
  const answer = await server.post('')
  assert.deepEqual([answer.statusCode, answer.json().code], [400, 'BAD_REQUEST'])
})

test('JSON is read with any content type', async () => {
  await using server = startEdge()
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'application/ld+json']) {
    const answer = await server.post({ url: 'x' }, { 'content-type': type })
    assert.equal(answer.statusCode, 200, type)
  }
  const bare = await server.app.inject({
    method: 'POST',
    url: '/v2/echo',
    headers: { authorization: 'Bearer fc-1' },
    payload: Buffer.from('{"url":"x"}'),
  })
  assert.equal(bare.statusCode, 200)
})

test('a body over 10 MB is too large', async () => {
  await using server = startEdge()
  const answer = await server.post({ url: 'x'.repeat(10 * 1024 * 1024) })
  assert.deepEqual([answer.statusCode, answer.json().error], [413, 'Payload Too Large'])
})

test('the key is checked before the request', async () => {
  await using server = startEdge()
  const answer = await server.post('{', { authorization: 'Bearer nobody' })
  assert.equal(answer.statusCode, 401)
  assert.equal(answer.json().error, 'Unauthorized: Invalid token')
  assert.equal(answer.headers['www-authenticate'], 'Bearer realm="weir"')
})

test('the error of a restricted key names its permitted endpoints', async () => {
  await using server = startEdge({
    authenticate: async () => ({ ...account, allowedEndpoints: ['map', 'search'] }),
  })
  const answer = await server.post({ url: 'x' })
  assert.equal(answer.statusCode, 403)
  assert.equal(
    answer.json().error,
    'Request blocked: this API key is restricted to the following endpoints: map, search.',
  )
})

test('an exhausted rate limit gets the time to wait', async () => {
  await using server = startEdge({
    rateLimits: {
      take: async () => {
        throw new ServiceError('RATE_LIMIT_EXCEEDED', undefined, { retryAfterSeconds: 42 })
      },
    },
  })
  const answer = await server.post({ url: 'x' })
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '42'])
  assert.equal(answer.headers['ratelimit'], '"scrape";r=0;t=42')
})

test('a request without enough credits is refused before it is read', async () => {
  await using server = startEdge({ credits: { balance: async () => 0 } })
  const answer = await server.post('{')
  assert.equal(answer.statusCode, 402)
  assert.equal(answer.json().error, 'Payment Required: Insufficient credits')
})

test('an invalid job id in the path gets the text that clients know', async () => {
  await using server = startEdge()
  const answer = await server.app.inject({
    url: '/v2/echo/nope',
    headers: { authorization: 'Bearer fc-1' },
  })
  assert.equal(answer.statusCode, 400)
  assert.equal(answer.json().error, 'Invalid job ID format. Job ID must be a valid UUID.')
})

test('unknown paths, other methods and preflights get their responses', async () => {
  await using server = startEdge()
  const ask = (method: 'GET' | 'PUT' | 'TRACE' | 'OPTIONS', url: string) =>
    server.app.inject({ method: method as 'GET', url })
  assert.deepEqual((await ask('GET', '/v2/nowhere')).json(), {
    success: false,
    error: 'Not Found',
    code: 'NOT_FOUND',
  })
  for (const method of ['PUT', 'TRACE'] as const) {
    const refused = await ask(method, `/v2/echo/${uuid}`)
    assert.deepEqual([refused.statusCode, refused.headers['allow']], [405, 'GET, HEAD, OPTIONS'])
  }
  const preflight = await ask('OPTIONS', '/v2/echo')
  assert.equal(preflight.statusCode, 204)
  assert.match(String(preflight.headers['access-control-allow-headers']), /Authorization/)
  assert.equal((await ask('OPTIONS', '/v2/nowhere')).statusCode, 404)
})

test('a bug is an unknown error, and its cause is only logged', async () => {
  await using server = startEdge()
  const answer = await server.post({ url: 'bug' })
  assert.equal(answer.statusCode, 500)
  assert.deepEqual(answer.json(), {
    success: false,
    error: 'An unexpected error occurred on the server.',
    code: 'UNKNOWN_ERROR',
  })
  assert.ok(server.lines.some((line) => line.includes('secret detail')))
})

test('some errors have status 200, some a time to wait', async () => {
  await using server = startEdge()
  const dns = await server.post({ url: 'dns' })
  assert.deepEqual([dns.statusCode, dns.json().success], [200, false])
  const busy = await server.post({ url: 'busy' })
  assert.deepEqual([busy.statusCode, busy.headers['retry-after']], [429, '1'])
})

test('every response has a request id, that of the caller only if it is safe', async () => {
  await using server = startEdge()
  const sane = await server.post({ url: 'x' }, { 'x-request-id': 'trace-1' })
  assert.equal(sane.headers['x-request-id'], 'trace-1')
  for (const url of ['/v2/nowhere', '/health/live', '/%E0%A4%A', '/v2/echo/%zz']) {
    const answer = await server.app.inject({ url, headers: { 'x-request-id': 'a b' } })
    assert.match(String(answer.headers['x-request-id']), /^[\da-f-]{36}$/, url)
  }
})

test('each request is logged once, without its URL', async () => {
  await using server = startEdge()
  await server.app.inject({ url: '/v2/nowhere?token=s3cret', headers: { cookie: 'a=s3cret' } })
  await server.post({ url: 'x' })
  const events = server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  assert.equal(events.length, 2)
  assert.deepEqual(
    { ...events[1], ms: 0, requestId: '', traceId: '', time: '' },
    {
      level: 'info',
      time: '',
      method: 'POST',
      route: '/v2/echo',
      status: 200,
      ms: 0,
      requestId: '',
      traceId: '',
      teamId: 'team',
      keyId: 'key',
      msg: 'request',
    },
  )
  assert.ok(!server.lines.join('').includes('s3cret'))
})

test('for a team under zero data retention the log has no cause', async () => {
  await using server = startEdge({
    authenticate: async () => ({ ...account, zeroDataRetention: 'forced' }),
  })
  assert.equal((await server.post({ url: 'bug' })).statusCode, 500)
  assert.ok(server.lines.some((line) => line.includes('unexpected failure')))
  assert.ok(!server.lines.some((line) => line.includes('secret detail')))
})

test('the name of an endpoint is not the id of another one', async () => {
  const named = keyEndpoint({
    ...read,
    path: '/v2/jobs/:jobId',
    params: z.object({ jobId: z.string() }),
  })
  const start = { ...echo, path: '/v2/jobs/active' } as const
  await using server = startEdge({ endpoints: [named, start] })
  const ask = (method: 'GET' | 'OPTIONS', url: string) =>
    server.app.inject({ method, url, headers: { authorization: 'Bearer fc-1' } })
  assert.equal((await ask('GET', '/v2/jobs/other')).statusCode, 200)
  for (const url of ['/v2/jobs/active', '/v2/jobs/active?a=1']) {
    const refused = await ask('GET', url)
    assert.deepEqual([refused.statusCode, refused.headers['allow']], [405, 'POST, OPTIONS'])
    assert.equal((await ask('OPTIONS', url)).headers['allow'], 'POST, OPTIONS')
  }
})

test('a busy machine may take long to mount the endpoints', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    await using server = startEdge()
    const ready = server.app.ready().then(() => 'ready')
    // Between two steps Fastify may have begun to wait.
    while ((await Promise.race([setImmediate('mounting'), ready])) === 'mounting')
      mock.timers.tick(3_600_000)
    assert.equal(await ready, 'ready')
  } finally {
    mock.timers.reset()
  }
})
