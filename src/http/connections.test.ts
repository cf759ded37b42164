import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Agent, request, type Dispatcher } from 'undici'
import type { Log } from '#kernel/log.ts'
import { account, echo, startEdge } from '#test/fixtures/edge.ts'
import { until } from '#test/fixtures/until.ts'
import { createMetricsServer } from './metrics-server.ts'
import { createMetrics } from './metrics.ts'
import { createLoadShedding } from './load-shedding.ts'

type Edge = ReturnType<typeof startEdge>

async function listen(edge: Edge) {
  const origin = await edge.app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent()
  const send = (path: string, options: Omit<Dispatcher.RequestOptions, 'path' | 'origin'>) =>
    request(origin + path, {
      ...options,
      dispatcher: agent,
      headers: { authorization: 'Bearer fc-1', ...(options.headers as object) },
    })
  const post = (body: unknown, options: { signal?: AbortSignal; headers?: object } = {}) =>
    send('/v2/echo', {
      method: 'POST',
      body: JSON.stringify(body),
      ...(options as Partial<Dispatcher.RequestOptions>),
    })
  return { origin, send, post, [Symbol.asyncDispose]: () => agent.destroy() }
}

async function* endless() {
  const block = Buffer.alloc(256 * 1024, 0x20)
  for (let sent = 0; sent < 44; sent++) yield block
}

const inFlight = async (edge: Edge) => {
  const { body } = await edge.app.inject({ url: '/metrics' })
  return Number(/^weir_http_requests_in_flight (\d+)/m.exec(body)?.[1])
}

const waitingFor = (end: Promise<void>): typeof echo => ({
  ...echo,
  handle: async ({ body }) => {
    if (body.url === 'held') await end
    return { success: true, data: null }
  },
})

test('requests beyond the maximum are refused at once, and health checks still work', async () => {
  const gate = Promise.withResolvers<void>()
  await using edge = startEdge({ requestsMax: 2, endpoints: [waitingFor(gate.promise)] })
  await using client = await listen(edge)
  const held = [client.post({ url: 'held' }), client.post({ url: 'held' })]
  await until(async () => (await inFlight(edge)) === 2)

  const refused = await client.post({ url: 'x' })

  assert.equal(refused.statusCode, 503)
  assert.equal(refused.headers['retry-after'], '1')
  assert.ok(refused.headers['x-request-id'])
  assert.equal(((await refused.body.json()) as { code: string }).code, 'SERVICE_UNAVAILABLE')
  assert.equal((await edge.app.inject({ url: '/health/live' })).statusCode, 200)
  gate.resolve()
  for (const answer of await Promise.all(held)) assert.equal(answer.statusCode, 200)
  await until(async () => (await inFlight(edge)) === 0)
  assert.equal((await client.post({ url: 'x' })).statusCode, 200)
})

test('a client disconnect aborts the call', async () => {
  const left = Promise.withResolvers<void>()
  const handle: typeof echo.handle = async ({ call }) => {
    call.signal.addEventListener('abort', () => left.resolve())
    await left.promise
    return { success: true, data: null }
  }
  await using edge = startEdge({ endpoints: [{ ...echo, handle }] })
  await using client = await listen(edge)
  const leave = new AbortController()
  const asked = client.post({ url: 'x' }, { signal: leave.signal })
  await until(async () => (await inFlight(edge)) === 1)

  leave.abort()

  await assert.rejects(asked)
  await left.promise
  await until(() => edge.lines.some((line) => line.includes('"status":499')))
})

test('a request whose client has gone already is not worked on', async () => {
  let checked = 0
  const authenticate = async () => {
    checked += 1
    return account
  }
  await using edge = startEdge({ authenticate })
  const url = new URL(await edge.app.listen({ port: 0, host: '127.0.0.1' }))
  const head =
    'POST /v2/echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer fc-1\r\nContent-Length: 11'
  const requests = [
    `${head}\r\n\r\n{"url":"x"}`,
    `${head}\r\n\r\n{"url`,
    'GET /v2/echo/x HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer fc-1\r\n\r\n',
  ]
  for (const text of requests) {
    const socket = connect(Number(url.port), '127.0.0.1')
    await once(socket, 'connect')
    // Both arrive before the server reads.
    socket.write(text)
    socket.destroy()
  }
  await until(() => edge.lines.filter((line) => line.includes('"status":499')).length === 3)
  assert.equal(checked, 0)
  const waiting = connect(Number(url.port), '127.0.0.1')
  await once(waiting, 'connect')
  waiting.write(requests[0] ?? '')
  await once(waiting, 'data')
  assert.equal(checked, 1)
  waiting.destroy()
})

test('closing lets running requests finish, refuses new ones and ends idle connections', async () => {
  const gate = Promise.withResolvers<void>()
  await using edge = startEdge({ endpoints: [waitingFor(gate.promise)] })
  await using client = await listen(edge)
  const running = client.post({ url: 'held' })
  await until(async () => (await inFlight(edge)) === 1)

  const closed = edge.app.close()
  await until(() => edge.app.server.listening)
  const ready = await client.send('/health/ready', { method: 'GET' })
  const refused = await client.post({ url: 'x' })

  assert.equal(ready.statusCode, 503)
  assert.deepEqual(await ready.body.json(), {
    status: 'unavailable',
    parts: { database: true, service: false },
  })
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [503, '1'])
  gate.resolve()
  const finished = await running
  assert.deepEqual([finished.statusCode, finished.headers['connection']], [200, 'close'])
  await Promise.all([finished.body.dump(), refused.body.dump(), closed])
  assert.equal(edge.app.server.listening, false)
})

test('a server that is about to close takes requests for a while, and each ends its connection', async () => {
  const hurried = new AbortController()
  const times = { leavingMs: 600_000 }
  await using edge = startEdge({ endpoints: [echo], times, hurried: hurried.signal })
  await using client = await listen(edge)
  const before = await client.post({ url: 'x' })
  await before.body.dump()
  assert.deepEqual([before.statusCode, before.headers['connection']], [200, 'keep-alive'])

  const closed = edge.app.close()
  const ready = await client.send('/health/ready', { method: 'GET' })
  const taken = await client.post({ url: 'x' })
  assert.deepEqual([ready.statusCode, ready.headers['connection']], [503, 'close'])
  assert.deepEqual([taken.statusCode, taken.headers['connection']], [200, 'close'])
  await Promise.all([ready.body.dump(), taken.body.dump()])
  hurried.abort()
  await closed
})

test('a body over 10 MB gets its response before it has been read', async () => {
  await using edge = startEdge()
  await using client = await listen(edge)
  const answer = await client.post({ url: 'x'.repeat(11 * 1024 * 1024) })
  assert.equal(answer.statusCode, 413)
  assert.ok(answer.headers['x-request-id'])
})

test('a body without a content length is counted while it arrives', async () => {
  await using edge = startEdge()
  await using client = await listen(edge)
  const answer = await client.send('/v2/echo', { method: 'POST', body: endless() as never })
  assert.equal(answer.statusCode, 413)
})

test('malformed HTTP gets a response with a request id', async () => {
  await using edge = startEdge()
  await using client = await listen(edge)
  const cases = [
    ['\0\0\0 nonsense\r\n\r\n', 400],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`, 431],
    ['GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n', 404],
    ['GET /nowhere HTTP/1.1\r\nHost: a\r\nExpect: cake\r\nConnection: close\r\n\r\n', 404],
  ] as const
  for (const [sent, status] of cases) {
    const socket = connect(Number(new URL(client.origin).port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(sent)
    const answer = await text(socket)
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    assert.match(answer, /^x-request-id: [\da-f-]{36}\r$/im)
  }
})

test('forwarded headers are applied only from a trusted proxy', async () => {
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.org' }
  for (const [trustedProxies, expected] of [
    [['127.0.0.0/8'], 'https://api.example.org'],
    [['10.0.0.1'], 'http://127.0.0.1:'],
    [[], 'http://127.0.0.1:'],
  ] as const) {
    await using edge = startEdge({ trustedProxies })
    await using client = await listen(edge)
    const answer = await client.post({ url: 'x' }, { headers })
    const { data } = (await answer.body.json()) as { data: { baseUrl: string } }
    assert.ok(data.baseUrl.startsWith(expected), data.baseUrl)
  }
})

test('a client that does not read its response occupies no request slot', async () => {
  const data = 'x'.repeat(20 * 1024 * 1024)
  const asked = Promise.withResolvers<void>()
  const handle: typeof echo.handle = async () => {
    asked.resolve()
    return { success: true, data }
  }
  await using edge = startEdge({ requestsMax: 1, endpoints: [{ ...echo, handle }] })
  await using client = await listen(edge)
  const socket = connect(Number(new URL(client.origin).port), '127.0.0.1')
  socket
    .pause()
    .write(
      'POST /v2/echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer fc-1\r\nContent-Length: 11\r\n\r\n{"url":"x"}',
    )
  await asked.promise

  await until(async () => (await inFlight(edge)) === 0)

  assert.ok((await connections(edge)) > 0)
  socket.destroy()
})

const connections = ({ app }: Edge) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

test('a connection that cannot be accepted does not stop the server', async () => {
  await using edge = startEdge()
  await using client = await listen(edge)
  const lines: object[] = []
  const log = { error: (fields: object) => void lines.push(fields) } as unknown as Log
  await using metrics = createMetricsServer(
    createMetrics({ loadShedding: createLoadShedding(1), gauges: [], log }),
    log,
  )
  const metricsUrl = await metrics.listen({ port: 0, host: '127.0.0.1' })
  const failure = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE', syscall: 'accept' })

  edge.app.server.emit('error', failure)
  metrics.server.emit('error', failure)

  assert.equal((await client.post({ url: 'x' })).statusCode, 200)
  assert.equal((await request(`${metricsUrl}/metrics`)).statusCode, 200)
  assert.deepEqual(lines, [{ err: failure }])
})
