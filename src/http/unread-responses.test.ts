import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { z } from 'zod'
import { startEdge } from '#test/fixtures/edge.ts'
import { json, keyEndpoint } from './endpoint.ts'
import { createUnreadResponses } from './unread-responses.ts'

const mebibyte = 1_024 ** 2
const { signal } = new AbortController()

test('no holder gets more than what is left for the others, and each may have one response', async () => {
  const unread = createUnreadResponses(8 * mebibyte)
  const held: Disposable[] = []
  const holdAll = (holder: string) => {
    let count = 0
    for (; count < 100; count++) {
      try {
        unread.assertRoom(holder, mebibyte)
      } catch (thrown) {
        assert.equal((thrown as { code: string }).code, 'SERVICE_UNAVAILABLE')
        break
      }
      held.push(unread.hold(holder, mebibyte))
    }
    return count
  }
  assert.deepEqual([holdAll('greedy'), holdAll('second'), holdAll('third')], [4, 2, 1])
  assert.equal(holdAll('fourth'), 1)
  for (const one of held) one[Symbol.dispose]()
  assert.equal(holdAll('later'), 4)
})

test('a message waits for room, and no longer than its client', async () => {
  const unread = createUnreadResponses(2 * mebibyte)
  const first = await unread.enter('team', mebibyte, signal)
  const going = new AbortController()
  const second = unread.enter('team', mebibyte, signal)
  const third = unread.enter('team', mebibyte, going.signal)
  const other = await unread.enter('other', mebibyte, signal)
  going.abort()
  await assert.rejects(third, { name: 'AbortError' })
  other[Symbol.dispose]()
  first[Symbol.dispose]()
  ;(await second)[Symbol.dispose]()
  const again = await unread.enter('team', mebibyte, signal)
  again[Symbol.dispose]()
})

const reply = json(z.object({ success: z.literal(true), data: z.unknown() }))
const big = keyEndpoint({
  method: 'GET',
  path: '/v2/big',
  summary: 'Much text',
  tag: 'Test',
  group: 'scrape',
  bucket: 'scrape',
  creditsRequired: 0,
  reply,
  errors: [],
  handle: async () => ({ success: true as const, data: 'x'.repeat(20 * mebibyte) }),
})

function ask(port: number, path: string): Socket {
  const socket = connect(port, '127.0.0.1').pause()
  socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer fc-1\r\n\r\n`)
  return socket
}

test('a response that is made when its client has gone is not counted', async () => {
  const asked = Promise.withResolvers<AbortSignal>()
  const left = Promise.withResolvers<undefined>()
  const late = keyEndpoint({
    ...big,
    path: '/v2/late',
    async handle({ call }) {
      asked.resolve(call.signal)
      await left.promise
      return { success: true as const, data: 'x'.repeat(20 * mebibyte) }
    },
  })
  await using edge = startEdge({ endpoints: [big, late], unreadBytesMax: 50 * mebibyte })
  const made = Promise.withResolvers<undefined>()
  edge.app.addHook('onSend', async () => made.resolve(undefined))
  const { port } = new URL(await edge.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = ask(Number(port), '/v2/late')
  const gone = await asked.promise
  socket.destroy()
  if (!gone.aborted) await once(gone, 'abort')
  left.resolve(undefined)
  await made.promise
  const headers = { authorization: 'Bearer fc-1' }
  const answered = await edge.app.inject({ url: '/v2/big', headers })
  assert.equal(answered.statusCode, 200)
})

test('responses that are not read are counted until their connection ends, and further ones are refused', async () => {
  await using edge = startEdge({ endpoints: [big], unreadBytesMax: 50 * mebibyte })
  const { port } = new URL(await edge.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = ask(Number(port), '/v2/big')
  await once(socket, 'readable')
  const headers = { authorization: 'Bearer fc-1' }
  const second = ask(Number(port), '/v2/big')
  await once(second, 'readable')
  const refused = await edge.app.inject({ url: '/v2/big', headers })
  assert.deepEqual([refused.statusCode, refused.json().code], [503, 'SERVICE_UNAVAILABLE'])
  assert.equal(refused.headers['retry-after'], '1')
  const closed = [once(socket, 'close'), once(second, 'close')]
  socket.destroy()
  second.destroy()
  await Promise.all(closed)
  for (;;) {
    const { statusCode } = await edge.app.inject({ url: '/v2/big', headers })
    if (statusCode === 200) break
  }
})

test('a connection whose client reads nothing ends, and one whose response takes long does not', async () => {
  const slow = keyEndpoint({
    ...big,
    path: '/v2/slow',
    reply: { type: 'file', contentTypes: ['text/plain'], description: 'Text' } as never,
    handle: async () => {
      const content = new Readable({ read() {} })
      content.push('first')
      setTimeout(() => {
        content.push('last')
        content.push(null)
      }, 600)
      return { content, contentType: 'text/plain' }
    },
  })
  await using edge = startEdge({ endpoints: [big, slow], times: { stalledMsMax: 200 } })
  const { port } = new URL(await edge.app.listen({ port: 0, host: '127.0.0.1' }))
  const stalled = ask(Number(port), '/v2/big')
  const whole = ask(Number(port), '/v2/slow')
  let text = ''
  whole.resume().on('data', (data: Buffer) => (text += data.toString()))
  while (!text.includes('last')) await once(whole, 'data')
  const connections = () =>
    new Promise<number>((resolve) =>
      edge.app.server.getConnections((_error, count) => resolve(count)),
    )
  whole.destroy()
  while ((await connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  stalled.destroy()
})
