import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { ServiceError } from '#kernel/errors.ts'
import { account, echo, startEdge } from '#test/fixtures/edge.ts'
import { firstAnswer, openRaw, upgradeTo } from '#test/fixtures/raw-socket.ts'
import type { EventsEndpoint, SocketEndpoint } from './endpoint.ts'

const endless: EventsEndpoint = {
  access: 'key',
  method: 'GET',
  path: '/v2/live/:id',
  group: 'crawl',
  bucket: 'status',
  creditsRequired: 0,
  reply: { type: 'events' },
  async *handle({ params, call }) {
    yield Buffer.from(JSON.stringify({ type: 'catchup', data: params['id'] }))
    await sleep(3_600_000, undefined, { signal: call.signal })
  },
}

async function* failing() {
  yield Buffer.from('{}')
  throw new ServiceError('NOT_FOUND', '\u0001'.repeat(1_000))
}

async function startLiveEdge(changes: Parameters<typeof startEdge>[0] = {}) {
  const edge = startEdge({ endpoints: [echo, endless], ...changes })
  const origin = await edge.app.listen({ port: 0, host: '127.0.0.1' })
  return Object.assign(edge, { origin })
}

test('an upgrade to a malformed target gets 400, and the server continues', async () => {
  await using edge = await startLiveEdge()
  for (const target of ['//', '//[', 'http://', 'http://[/', '*']) {
    const socket = await openRaw(edge.origin, upgradeTo(target))
    assert.match(await firstAnswer(socket), /^HTTP\/1\.1 400 Bad Request\r\n/, target)
    await once(socket, 'end')
    socket.destroy()
  }
  assert.equal((await edge.app.inject({ url: '/health/live' })).statusCode, 200)
})

test('an upgrade to an unknown path gets 404, and its half-open connection is closed', async () => {
  await using edge = await startLiveEdge()
  const socket = await openRaw(edge.origin, upgradeTo('/v2/nothing/a'))
  assert.match(await firstAnswer(socket), /^HTTP\/1\.1 404 Not Found\r\n/)
  while ((await connections(edge)) > 0) await sleep(20)
  socket.destroy()
})

test('an upgrade to another protocol is handled as a plain request', async () => {
  await using edge = await startLiveEdge()
  const head = ['GET /health/live HTTP/1.1', 'Host: a', 'Connection: Upgrade', 'Upgrade: h2c']
  const socket = await openRaw(edge.origin, `${head.join('\r\n')}\r\n\r\n`)
  assert.match(await firstAnswer(socket), /^HTTP\/1\.1 200 /)
  socket.destroy()
})

test('a WebSocket is closed when its key is revoked', async () => {
  let isRevoked = false
  await using edge = await startLiveEdge({
    times: { keyCheckMs: 20 },
    authenticate: async () => {
      if (isRevoked) throw new ServiceError('UNAUTHORIZED')
      return account
    },
  })
  const socket = new WebSocket(`${edge.origin.replace('http', 'ws')}/v2/live/a`, 'fc-1')
  await once(socket, 'message')

  isRevoked = true

  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  assert.deepEqual(
    [code, JSON.parse(reason.toString())],
    [3000, { type: 'error', error: 'Unauthorized: Invalid token' }],
  )
})

test('a team has at most 200 WebSockets, and other teams have theirs beside them', async () => {
  await using edge = await startLiveEdge({
    authenticate: async (authorization) => ({ ...account, teamId: authorization ?? '' }),
    rateLimits: { take: async () => ({ limit: 1_000, remaining: 1_000, resetSeconds: 1 }) },
  })
  const open = async (key: string) => {
    const socket = new WebSocket(`${edge.origin.replace('http', 'ws')}/v2/live/a`, key)
    const closed = once(socket, 'close').then(([code]) => code as number)
    return Promise.race([once(socket, 'message').then(() => socket), closed])
  }
  const opened: WebSocket[] = []
  while (opened.length < 200) {
    const socket = await open('fc-1')
    assert.ok(socket instanceof WebSocket)
    opened.push(socket)
  }
  assert.equal(await open('fc-1'), 1013)
  const other = await open('fc-2')
  assert.ok(other instanceof WebSocket)
  opened[0]?.terminate()
  let again = await open('fc-1')
  while (again === 1013) again = await open('fc-1')
  assert.ok(again instanceof WebSocket)
})

test('WebSockets whose key is not checked yet are limited for each address', async () => {
  const checking = Promise.withResolvers<typeof account>()
  await using edge = await startLiveEdge({ authenticate: () => checking.promise })
  const sockets = await Promise.all(
    Array.from({ length: 100 }, () => openRaw(edge.origin, upgradeTo('/v2/live/a'))),
  )
  await Promise.all(sockets.map(firstAnswer))
  const refused = await openRaw(edge.origin, upgradeTo('/v2/live/a'))
  assert.match(await firstAnswer(refused), /^HTTP\/1\.1 429 Too Many Requests\r\n/)
  checking.resolve(account)
  await Promise.all(sockets.map(firstAnswer))
  const admitted = await openRaw(edge.origin, upgradeTo('/v2/live/a'))
  assert.match(await firstAnswer(admitted), /^HTTP\/1\.1 101 /)
  for (const socket of [...sockets, refused, admitted]) socket.destroy()
})

test('a database failure does not close WebSockets', async () => {
  const checks: string[] = []
  await using edge = await startLiveEdge({
    times: { keyCheckMs: 10 },
    authenticate: async () => {
      checks.push('check')
      if (checks.length > 1) throw new Error('no database')
      return account
    },
  })
  const socket = new WebSocket(`${edge.origin.replace('http', 'ws')}/v2/live/a`, 'fc-1')
  await once(socket, 'message')
  while (checks.length < 4) await sleep(5)
  assert.equal(socket.readyState, socket.OPEN)
  socket.terminate()
})

test('a long close reason is truncated to fit the close frame', async () => {
  await using edge = await startLiveEdge({ endpoints: [{ ...endless, handle: failing }] })
  const socket = new WebSocket(`${edge.origin.replace('http', 'ws')}/v2/live/a`, 'fc-1')
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  assert.equal(code, 1008)
  assert.equal(JSON.parse(reason.toString()).type, 'error')
})

test('closing completes, whatever clients do with their connections', async () => {
  const times = { drainMsMax: 200, transferMsMax: 100, graceMs: 50 }
  await using edge = await startLiveEdge({ times })
  const head = 'POST /v2/echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer fc-1\r\n'
  const sockets = await Promise.all(
    [
      '',
      'GET / HTTP/1.1\r\n',
      upgradeTo('/v2/nothing/a'),
      upgradeTo('/v2/live/a', ['Sec-WebSocket-Protocol: fc-1']),
      `${head}Content-Length: 100\r\n\r\n`,
      `${head}Content-Length: 24\r\n\r\n{"url":"x","wait":60000}`,
    ].map((text) => openRaw(edge.origin, text)),
  )
  await Promise.all(sockets.slice(2, 4).map(firstAnswer))
  await edge.app.close()
  assert.equal(await connections(edge), 0)
  for (const socket of sockets) socket.destroy()
})

const connections = ({ app }: Awaited<ReturnType<typeof startLiveEdge>>) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

test('a feature learns that a connection closes which never becomes a WebSocket', async () => {
  const entered = Promise.withResolvers<AbortSignal>()
  const feature: SocketEndpoint = {
    access: 'token',
    method: 'GET',
    path: '/live/:id',
    reply: { type: 'socket' },
    handle: ({ closed }) => {
      entered.resolve(closed)
      return () => assert.fail('The key is invalid.')
    },
  }
  await using edge = await startLiveEdge({ endpoints: [feature] })
  const head = upgradeTo('/live/a').replace(/Key: .*/, 'Key: bad')
  const socket = await openRaw(edge.origin, head)
  assert.match(await firstAnswer(socket), /^HTTP\/1\.1 400 /)
  const closed = await entered.promise
  if (!closed.aborted) await once(closed, 'abort')
  socket.destroy()
})
