import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { request } from 'undici'
import { z } from 'zod'
import { ServiceError } from '#kernel/errors.ts'
import { account, echo, startEdge } from '#test/fixtures/edge.ts'
import { firstAnswer, openRaw } from '#test/fixtures/raw-socket.ts'
import type { KeylessAccess } from './admission.ts'
import { consoleEndpoint } from './console-endpoint.ts'
import { form, json, keyEndpoint } from './endpoint.ts'
import { linkEndpoint } from './link-endpoint.ts'

const confirm = linkEndpoint({
  method: 'POST',
  path: '/v2/confirm',
  link: z.object({}),
  invalidLink: () => new ServiceError('BAD_REQUEST'),
  body: json(z.object({})),
  reply: json(z.object({})),
  handle: async () => ({ success: true }),
})

const writeHead = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n`

async function startOpenEdge(changes: Parameters<typeof startEdge>[0] = {}) {
  const edge = startEdge({
    endpoints: [echo, confirm],
    receiveUpload: async () => {},
    requestsMax: 2,
    ...changes,
  })
  const origin = await edge.app.listen({ port: 0, host: '127.0.0.1' })
  return Object.assign(edge, { origin })
}

test('bodies that do not arrive occupy no slots of callers with a key', async () => {
  await using edge = await startOpenEdge()
  const heads = [
    writeHead('POST', '/v2/confirm'),
    writeHead('PUT', '/v2/parse/upload/a?uploadRef=b'),
    writeHead('POST', '/v2/echo').replace('\r\n\r\n', '\r\nAuthorization: Bearer fc-1\r\n\r\n'),
    writeHead('POST', '/nowhere'),
  ]
  const sockets = await Promise.all(
    [...heads, ...heads, ...heads].map((head) => openRaw(edge.origin, head)),
  )
  for (let asked = 0; asked < 20; asked += 1) {
    const answer = await request(`${edge.origin}/v2/echo`, {
      method: 'POST',
      headers: { authorization: 'Bearer fc-1', 'content-type': 'application/json' },
      body: '{"url":"x"}',
    })
    assert.equal(answer.statusCode, 200)
    await answer.body.dump()
  }
  for (const socket of sockets) socket.destroy()
})

test('an address may have a limited number of open requests without a key, then 429', async () => {
  await using edge = await startOpenEdge()
  const sockets = await Promise.all(
    Array.from({ length: 40 }, () => openRaw(edge.origin, writeHead('POST', '/v2/confirm'))),
  )
  const refused = await Promise.race(sockets.map(firstAnswer))
  assert.match(refused, /^HTTP\/1\.1 429 /)
  assert.match(refused, /^retry-after: 1\r$/im)
  for (const socket of sockets) socket.destroy()
})

test('a body without a key that does not arrive in time gets 408', async () => {
  await using edge = await startOpenEdge({ times: { keylessBodyMsMax: 50 } })
  const socket = await openRaw(edge.origin, writeHead('POST', '/v2/confirm'))
  assert.match(await firstAnswer(socket), /^HTTP\/1\.1 408 /)
  socket.destroy()
})

test('unknown paths and wrong methods get their response before their body', async () => {
  await using edge = await startOpenEdge()
  for (const [path, status] of [
    ['/nowhere', 404],
    ['/v2/nowhere', 404],
    ['/v2/echo', 405],
  ] as const) {
    const socket = await openRaw(edge.origin, writeHead('PUT', path))
    assert.match(await firstAnswer(socket), new RegExp(`^HTTP/1\\.1 ${status} `))
    socket.destroy()
  }
})

test('a body without a key may have 16 KB', async () => {
  await using edge = await startOpenEdge()
  const payload = JSON.stringify({ token: 'x'.repeat(17 * 1024) })
  const headers = { 'content-type': 'application/json' }
  const answer = await edge.app.inject({ method: 'POST', url: '/v2/confirm', headers, payload })
  assert.equal(answer.statusCode, 413)
})

const signIn = consoleEndpoint({
  method: 'POST',
  path: '/console/api/sign-in',
  role: 'nobody',
  body: json(z.object({ text: z.string() })),
  reply: json(z.object({ length: z.int() })),
  handle: async ({ body }) => ({ length: body.text.length }),
})

test('a body for signing in may have 256 KB, with or without a length', async () => {
  await using edge = await startOpenEdge({ endpoints: [signIn] })
  const send = async (bytes: number, isChunked: boolean) => {
    const text = JSON.stringify({ text: 'x'.repeat(bytes) })
    const { statusCode, body } = await request(`${edge.origin}/console/api/sign-in`, {
      method: 'POST',
      headers: { 'x-weir-console': '1', origin: edge.origin },
      body: isChunked ? Readable.from([Buffer.from(text)]) : text,
    })
    await body.dump()
    return statusCode
  }
  for (const isChunked of [false, true]) {
    assert.equal(await send(200 * 1024, isChunked), 200)
    assert.equal(await send(300 * 1024, isChunked), 413)
  }
})

const parse = keyEndpoint({
  method: 'POST',
  path: '/v2/parse',
  isKeyless: true,
  summary: 'Parse',
  tag: 'Test',
  group: 'parse',
  bucket: 'scrape',
  creditsRequired: 0,
  body: form(z.object({ text: z.string() })),
  reply: json(z.object({ success: z.literal(true) })),
  errors: [],
  handle: async () => ({ success: true as const }),
})
const keyless: KeylessAccess = {
  proxySecret: undefined,
  findAccount: async (network) => ({ ...account, principal: { kind: 'keyless', id: network } }),
  countRequest: async () => {},
  eligibility: async () => ({ eligible: true }),
}

test('callers whose key is not needed have the same limits, also for files', async () => {
  await using edge = await startOpenEdge({ endpoints: [parse], keyless })
  const payload = JSON.stringify({ text: 'x'.repeat(300 * 1024) })
  const headers = { 'content-type': 'application/json' }
  const answer = await edge.app.inject({ method: 'POST', url: '/v2/parse', headers, payload })
  assert.equal(answer.statusCode, 413)

  const head = writeHead('POST', '/v2/parse').replace(
    'Host: a',
    'Host: a\r\nContent-Type: multipart/form-data; boundary=b',
  )
  const sockets = await Promise.all(Array.from({ length: 40 }, () => openRaw(edge.origin, head)))
  assert.match(await Promise.race(sockets.map(firstAnswer)), /^HTTP\/1\.1 429 /)
  for (const socket of sockets) socket.destroy()
})
