import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeSent } from './sent-request.ts'

test('a request is described without what may be a credential, at any depth', () => {
  const body = {
    url: 'https://a.example/',
    headers: { cookie: 'a=b' },
    scrapeOptions: { headers: { authorization: 'Bearer x' }, waitFor: 5 },
    webhook: { url: 'https://b.example/', headers: {}, secret: 'x' },
    actions: [{ type: 'wait', milliseconds: 5, apiKey: 'x' }],
  }
  assert.deepEqual(describeSent('POST', '/v2/crawl', body).body, {
    url: 'https://a.example/',
    scrapeOptions: { waitFor: 5 },
    webhook: { url: 'https://b.example/' },
    actions: [{ type: 'wait', milliseconds: 5 }],
  })
})

test('a large body is not kept', () => {
  const sent = { method: 'POST', path: '/v2/batch/scrape' }
  const urls = Array.from({ length: 5_001 }, () => 'u')
  assert.deepEqual(describeSent(sent.method, sent.path, { urls }), sent)
  assert.deepEqual(describeSent(sent.method, sent.path, { url: 'u'.repeat(30_000) }), sent)
  assert.deepEqual(describeSent(sent.method, sent.path, undefined), sent)
})

test('a deep body is not kept, and throws nothing', () => {
  let body: unknown = 'inner'
  for (let depth = 0; depth < 20_000; depth++) body = depth % 2 === 0 ? [body] : { body }
  assert.deepEqual(describeSent('POST', '/v2/scrape', body), { method: 'POST', path: '/v2/scrape' })
})
