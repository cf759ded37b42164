import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLookup } from './lookup.ts'

test('a name gives all its addresses; one that does not exist rejects', async () => {
  const lookup = createLookup()
  const addresses = await lookup('localhost', AbortSignal.timeout(5_000))
  assert.ok(addresses.some(({ address }) => address === '127.0.0.1' || address === '::1'))
  await assert.rejects(lookup('missing.invalid', AbortSignal.timeout(5_000)))
})

test('who asks for the same name at the same time shares one answer', async () => {
  const lookup = createLookup({ runningMax: 1, waitingMax: 0 })
  const signal = AbortSignal.timeout(5_000)
  const answers = await Promise.all([lookup('localhost', signal), lookup('localhost', signal)])
  assert.equal(answers[0], answers[1])
})

test('the queue of names is bounded, and a caller may stop waiting', async () => {
  const lookup = createLookup({ runningMax: 1, waitingMax: 0 })
  const signal = AbortSignal.timeout(5_000)
  const running = lookup('localhost', signal)
  await assert.rejects(lookup('other.localhost', signal), /Too many/)
  await assert.rejects(lookup('localhost', AbortSignal.abort(new Error('gone'))), /gone/)
  assert.ok((await running).length > 0)
})
