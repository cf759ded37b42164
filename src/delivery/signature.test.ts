import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { isGenuine, signatureHeaders } from './signature.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const message = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
}
const now = new Date(1_614_265_330_000)
const genuine = {
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('signatures are those of Standard Webhooks and of the contract', () => {
  assert.equal(
    signatureHeaders(message, [secret])['webhook-signature'],
    genuine['webhook-signature'],
  )
  const plain = { ...message, body: '{ "a" : 1 }' }
  assert.equal(
    signatureHeaders(plain, ['test_secret_0123456789abcdef'])['x-firecrawl-signature'],
    'sha256=4c693d7e64145348aa24ddc788d05cc06f8147d273fa78eeafa3eb33be7f34a5',
  )
})

test('one valid signature of several is enough, with or without the prefix of the secret', () => {
  const several = {
    ...genuine,
    'webhook-signature': `v1,AAAA v2,x ${genuine['webhook-signature']}`,
  }
  assert.equal(isGenuine(several, message.body, { secret, now }), true)
  assert.equal(isGenuine(genuine, message.body, { secret: secret.slice(6), now }), true)
})

test('everything else is refused', () => {
  const bad: readonly (readonly [string, object, { secret: string; now: Date }?])[] = [
    ['empty key', {}, { secret: '', now }],
    ['no id', { 'webhook-id': undefined }],
    ['no timestamp', { 'webhook-timestamp': undefined }],
    ['a timestamp that is no number', { 'webhook-timestamp': 'soon' }],
    ['no signature', { 'webhook-signature': undefined }],
    ['another signature', { 'webhook-signature': 'v1,dawfeoifkpqwoekfpqoekf' }],
    ['a cut signature', { 'webhook-signature': genuine['webhook-signature'].slice(0, 8) }],
    ['an empty signature', { 'webhook-signature': 'v1,' }],
    ['an old message', {}, { secret, now: new Date(now.getTime() + 301_000) }],
    ['a message from the future', {}, { secret, now: new Date(now.getTime() - 301_000) }],
  ]
  for (const [name, change, options = { secret, now }] of bad) {
    assert.equal(isGenuine({ ...genuine, ...change }, message.body, options), false, name)
  }
  assert.equal(isGenuine(genuine, `${message.body} `, { secret, now }), false)
})

test('the Standard Webhooks library accepts the signatures', () => {
  const timestamp = Math.floor(Date.now() / 1_000)
  const fresh = { ...message, timestamp }
  const headers = {
    'webhook-id': fresh.id,
    'webhook-timestamp': String(timestamp),
    ...signatureHeaders(fresh, ['whsec_bmV3', secret]),
  }
  const receiver = new Webhook(secret)
  assert.deepEqual(receiver.verify(fresh.body, headers), JSON.parse(fresh.body))
  assert.throws(() => receiver.verify(`${fresh.body} `, headers))
})
