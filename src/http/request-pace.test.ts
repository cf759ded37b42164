import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { createRequestPace } from './request-pace.ts'

const respond = () => new ServerResponse(new IncomingMessage(new Socket()))

test('requests of a flood begin later, in their order; those of another team begin at once', async () => {
  const mayBegin = createRequestPace()
  const begun: number[] = []
  const flood = Array.from({ length: 40 }, async (_, index) => {
    assert.ok(await mayBegin({ teamId: 'flood' }, respond()))
    begun.push(index)
  })

  assert.ok(await mayBegin({ teamId: 'other' }, respond()))

  assert.ok(begun.length < flood.length, `${begun.length} have begun`)
  await Promise.all(flood)
  assert.deepEqual(begun, [...flood.keys()])
})

test('a request whose client leaves while it waits does not begin', async () => {
  const mayBegin = createRequestPace()
  const flood = Array.from({ length: 40 }, () => mayBegin({ teamId: 'flood' }, respond()))
  const response = respond()
  const last = mayBegin({ teamId: 'flood' }, response)
  response.destroy()
  response.emit('close')

  assert.equal(await last, false)
  assert.ok((await Promise.all(flood)).every(Boolean))
})

test('of one team so many requests wait, and more are refused', async () => {
  const mayBegin = createRequestPace()
  const responses = Array.from({ length: 1_100 }, respond)
  const all = responses.map((response) => mayBegin({ teamId: 'flood' }, response))

  const refused = await Promise.allSettled(all.slice(1_032))
  const codes = refused.map((one) => one.status === 'rejected' && one.reason.code)
  assert.deepEqual(new Set(codes), new Set(['SERVICE_UNAVAILABLE']))

  for (const response of responses) response.emit('close')
  assert.deepEqual(new Set(await Promise.all(all.slice(0, 1_032))), new Set([true, false]))
})
