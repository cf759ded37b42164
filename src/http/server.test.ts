import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { z } from 'zod'
import type { Account, RateBucket } from '#kernel/account.ts'
import { createLog } from '#kernel/create-log.ts'
import { ServiceError } from '#kernel/errors.ts'
import { strictBody } from '#kernel/strict-body.ts'
import { route } from './route.ts'
import { createServer, type ServerParts } from './server.ts'

const uuid = '0199b0a0-0000-7000-8000-000000000000'
const Format = z.union([
  z.enum(['markdown', 'html']),
  z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('json'), prompt: z.string() }),
    z.strictObject({ type: z.literal('html') }),
  ]),
])
const Body = strictBody({
  url: z.string().refine((url) => url !== 'nonsense', 'Invalid URL'),
  formats: z.array(Format).default([]),
  wait: z.number().optional(),
})
const Reply = z.object({ success: z.literal(true), data: z.unknown() })

const echo = route({
  method: 'POST',
  path: '/v2/echo',
  summary: 'Say it again',
  tag: 'Test',
  group: 'scrape',
  bucket: 'scrape',
  creditsRequired: 1,
  body: Body,
  reply: Reply,
  errors: [],
  isIdempotent: () => true,
  handle: async ({ body, call, baseUrl }) => {
    if (body.url === 'bug') throw new Error('secret detail')
    if (body.url === 'dns') throw new ServiceError('SCRAPE_DNS_RESOLUTION_ERROR')
    if (body.url === 'busy') throw new ServiceError('CONCURRENCY_LIMIT_REACHED')
    if (body.wait) await hold(body.wait, call.signal)
    return { success: true as const, data: { ...body, baseUrl, requestId: call.requestId } }
  },
})
const read = route({
  method: 'GET',
  path: '/v2/echo/:jobId',
  summary: 'Read it',
  tag: 'Test',
  group: 'crawl',
  bucket: 'status',
  creditsRequired: 0,
  params: z.object({ jobId: z.uuid() }),
  reply: Reply,
  errors: [],
  handle: async ({ params }) => ({ success: true as const, data: params }),
})

function hold(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(new ServiceError('SERVICE_UNAVAILABLE'))
    })
  })
}

const account: Account = {
  teamId: 'team',
  keyId: 'key',
  plan: {
    name: 'test',
    requestsPerMinute: new Proxy({}, { get: () => 100 }) as Record<RateBucket, number>,
    concurrencyMax: 1,
    queuedJobsMax: 1,
    creditsPerPeriod: 1,
  },
  zeroDataRetention: 'off',
  allowedEndpoints: [],
  allowedFormats: [],
}

function startServer(changes: Partial<ServerParts> = {}) {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const app = createServer({
    routes: [echo, read],
    authenticate: async (authorization) => {
      if (authorization !== 'Bearer fc-1') throw new ServiceError('UNAUTHORIZED')
      return account
    },
    rateLimits: {
      take: async (_team, _bucket, limit) => ({ limit, remaining: 99, resetSeconds: 7 }),
    },
    credits: { balance: async () => 5 },
    idempotency: {
      begin: async () => ({ claim: { keep: async () => {}, release: async () => {} } }),
    },
    isReady: async () => ({ database: true }),
    log: createLog('info', stream),
    version: '0.0.0',
    requestsMax: 10,
    trustedProxies: [],
    ...changes,
  })
  const post = (payload: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/v2/echo',
      headers: { authorization: 'Bearer fc-1', 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
  return { app, lines, post, [Symbol.asyncDispose]: () => app.close() }
}

test('a valid request is answered, with its id, rate and the origin it came by', async () => {
  await using server = startServer()
  const answer = await server.post({ url: 'x', __debug: 1, origin: 'js-sdk@4', integration: null })
  assert.equal(answer.statusCode, 200)
  const { data } = answer.json()
  assert.equal(data.baseUrl, 'http://localhost')
  assert.equal(Object.keys(data).includes('__debug'), false)
  assert.equal(answer.headers['x-request-id'], data.requestId)
  assert.equal(answer.headers['ratelimit-policy'], '"scrape";q=100;w=60')
  assert.equal(answer.headers['ratelimit'], '"scrape";r=99;t=7')
})

test('unknown keys are named, before anything else that is wrong', async () => {
  await using server = startServer()
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

test('a wrong format is described by the branch that got furthest', async () => {
  await using server = startServer()
  const answer = await server.post({ url: 'x', formats: [{ type: 'json', prompt: 3 }] })
  assert.equal(answer.json().error, 'Bad Request')
  assert.deepEqual(answer.json().details[0].path, ['formats', 0, 'prompt'])
})

test('the text of a custom rule is the error', async () => {
  await using server = startServer()
  const answer = await server.post({ url: 'nonsense' })
  assert.equal(answer.json().error, 'Invalid URL')
  assert.deepEqual(answer.json().details[0].path, ['url'])
})

test('broken JSON has its own code', async () => {
  await using server = startServer()
  for (const text of ['{', '{"a":1,}', '[\uFFFE', '['.repeat(100_000)]) {
    const answer = await server.post(text)
    assert.equal(answer.statusCode, 400)
    assert.equal(answer.json().code, 'BAD_REQUEST_INVALID_JSON')
  }
  const answer = await server.post('')
  assert.deepEqual([answer.statusCode, answer.json().code], [400, 'BAD_REQUEST'])
})

test('JSON is read whatever the content type calls it', async () => {
  await using server = startServer()
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
  await using server = startServer()
  const answer = await server.post({ url: 'x'.repeat(10 * 1024 * 1024) })
  assert.deepEqual([answer.statusCode, answer.json().error], [413, 'Payload Too Large'])
})

test('who asks is settled before what is asked', async () => {
  await using server = startServer()
  const answer = await server.post('{', { authorization: 'Bearer nobody' })
  assert.equal(answer.statusCode, 401)
  assert.equal(answer.json().error, 'Unauthorized: Invalid token')
  assert.equal(answer.headers['www-authenticate'], 'Bearer')
})

test('a restricted key is told what it may reach', async () => {
  await using server = startServer({
    authenticate: async () => ({ ...account, allowedEndpoints: ['map', 'search'] }),
  })
  const answer = await server.post({ url: 'x' })
  assert.equal(answer.statusCode, 403)
  assert.equal(
    answer.json().error,
    'Request blocked: this API key is restricted to the following endpoints: map, search.',
  )
})

test('an exhausted rate says how long to wait', async () => {
  await using server = startServer({
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

test('a request that cannot be paid is refused before it is read', async () => {
  await using server = startServer({ credits: { balance: async () => 0 } })
  const answer = await server.post('{')
  assert.equal(answer.statusCode, 402)
  assert.equal(answer.json().error, 'Payment Required: Insufficient credits')
})

test('a path id that is no UUID is refused with the text clients know', async () => {
  await using server = startServer()
  const answer = await server.app.inject({
    url: '/v2/echo/nope',
    headers: { authorization: 'Bearer fc-1' },
  })
  assert.equal(answer.statusCode, 400)
  assert.equal(answer.json().error, 'Invalid job ID format. Job ID must be a valid UUID.')
})

test('unknown paths, other methods and preflights have their answers', async () => {
  await using server = startServer()
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

test('a bug is an unknown error whose cause only the log knows', async () => {
  await using server = startServer()
  const answer = await server.post({ url: 'bug' })
  assert.equal(answer.statusCode, 500)
  assert.deepEqual(answer.json(), {
    success: false,
    error: 'An unexpected error occurred on the server.',
    code: 'UNKNOWN_ERROR',
  })
  assert.ok(server.lines.some((line) => line.includes('secret detail')))
})

test('some failures are answered with 200, some with a wait', async () => {
  await using server = startServer()
  const dns = await server.post({ url: 'dns' })
  assert.deepEqual([dns.statusCode, dns.json().success], [200, false])
  const busy = await server.post({ url: 'busy' })
  assert.deepEqual([busy.statusCode, busy.headers['retry-after']], [429, '1'])
})

test('every answer carries a request id, and only a sane one of the caller', async () => {
  await using server = startServer()
  const sane = await server.post({ url: 'x' }, { 'x-request-id': 'trace-1' })
  assert.equal(sane.headers['x-request-id'], 'trace-1')
  for (const url of ['/v2/nowhere', '/health/live', '/%E0%A4%A', '/v2/echo/%zz']) {
    const answer = await server.app.inject({ url, headers: { 'x-request-id': 'a b' } })
    assert.match(String(answer.headers['x-request-id']), /^[\da-f-]{36}$/, url)
  }
})

test('each request leaves one event, without its URL', async () => {
  await using server = startServer()
  await server.app.inject({ url: '/v2/nowhere?token=s3cret', headers: { cookie: 'a=s3cret' } })
  await server.post({ url: 'x' })
  const events = server.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  assert.equal(events.length, 2)
  assert.deepEqual(
    { ...events[1], ms: 0, requestId: '', time: '' },
    {
      level: 'info',
      time: '',
      method: 'POST',
      route: '/v2/echo',
      status: 200,
      ms: 0,
      requestId: '',
      teamId: 'team',
      keyId: 'key',
      msg: 'request',
    },
  )
  assert.ok(!server.lines.join('').includes('s3cret'))
})
