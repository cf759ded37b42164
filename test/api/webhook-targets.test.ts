import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '#test/service.ts'

type Service = Awaited<ReturnType<typeof startService>>

const url = 'http://10.1.0.1:1/'
const monitor = { name: 'Test', schedule: { text: 'daily' } }

/** What each of those who take a webhook says to this one. */
async function told(service: Service, webhook: unknown): Promise<string[]> {
  const bodies = {
    '/v2/batch/scrape': { urls: [url], webhook },
    '/v2/crawl': { url, webhook },
    '/v2/monitor': { ...monitor, targets: [{ type: 'scrape', urls: [url] }], webhook },
  }
  return Promise.all(
    Object.entries(bodies).map(async ([path, body]) => {
      const answer = await service.ask('POST', path, { body })
      return `${answer.status} ${answer.body.error ?? ''}`.trim()
    }),
  )
}

const closed = '400 Webhook URL must not lead to a private address.'

test('a webhook to a private address is refused when it is created', async () => {
  await using service = await startService({ env: { WEIR_ALLOWED_PRIVATE_CIDRS: '10.1.0.0/16' } })
  const refused = [
    'http://127.0.0.1/hook',
    'https://10.0.0.1/hook',
    '192.168.1.1:8080',
    'http://[::1]/hook',
    'http://[::ffff:10.0.0.1]/',
    'http://0x7f.1/hook',
    'http://169.254.169.254/latest',
  ]
  for (const webhook of refused) {
    assert.deepEqual(await told(service, webhook), [closed, closed, closed], webhook)
    assert.deepEqual((await told(service, { url: webhook }))[0], closed, webhook)
  }
  for (const webhook of [
    'http://10.1.2.3/hook',
    'https://hooks.example.com/',
    'http://93.184.1.1/',
  ]) {
    assert.deepEqual(await told(service, webhook), ['200', '200', '200'], webhook)
  }
})

test('https is required for webhooks when configured', async () => {
  await using service = await startService({ env: { WEIR_WEBHOOK_HTTPS: 'on' } })
  const plain = await told(service, 'http://hooks.example.com/')
  assert.deepEqual(plain, Array(3).fill('400 Webhook URL must use https.'))
  assert.deepEqual(await told(service, 'https://hooks.example.com/'), ['200', '200', '200'])
})
