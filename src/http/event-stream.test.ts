import assert from 'node:assert/strict'
import { test } from 'node:test'
import { once } from 'node:events'
import { ServiceError } from '#kernel/errors.ts'
import { echo, startEdge } from '#test/fixtures/edge.ts'
import type { KeyEndpoint } from './endpoint.ts'
import { toKnownError } from './error-responses.ts'
import { streamEvents } from './event-stream.ts'

const accept = { accept: 'text/event-stream' }
const long = 'word '.repeat(100_000)

function startReporting(handle: KeyEndpoint['handle']) {
  return startEdge({ endpoints: [{ ...echo, reportsEvents: true, handle }] })
}

test('events come in their order, also large ones, and end with the reply', async () => {
  await using server = startReporting(async ({ call }) => {
    call.report?.('large', { long })
    call.report?.('small', { text: 'a\n\nb' })
    return { success: true, data: 1 }
  })
  const answer = await server.post({ url: 'x' }, accept)
  assert.equal(answer.statusCode, 200)
  assert.match(String(answer.headers['content-type']), /^text\/event-stream/)
  const [large = '', ...others] = answer.body.split('\n\n')
  assert.equal(large, `event: large\ndata: ${JSON.stringify({ long })}`)
  assert.deepEqual(others, [
    'event: small\ndata: {"text":"a\\n\\nb"}',
    'event: done\ndata: {"success":true,"data":1}',
    '',
  ])
  const plain = await server.post({ url: 'x' })
  assert.deepEqual(plain.json(), { success: true, data: 1 })
})

test('a failure is a response before the first event, and an event after it', async () => {
  for (const isLate of [false, true]) {
    await using server = startReporting(async ({ call }) => {
      if (isLate) call.report?.('first', {})
      await Promise.resolve()
      throw new ServiceError('CONCURRENCY_LIMIT_REACHED')
    })
    const { statusCode, body } = await server.post({ url: 'x' }, accept)
    if (isLate)
      assert.match(body, /^event: first\ndata: \{\}\n\nevent: error\ndata: \{"success":false/)
    else assert.deepEqual([statusCode, JSON.parse(body).success], [429, false])
  }
})

test('an event that cannot be written ends the stream without the reply', async () => {
  const stream = await streamEvents(toKnownError, async (report) => {
    report('unwritable', { value: 1n })
    return { success: true }
  })
  const parts: Buffer[] = []
  stream.on('data', (part: Buffer) => parts.push(part))
  await once(stream, 'close')
  assert.equal(parts.join(''), '')
})
